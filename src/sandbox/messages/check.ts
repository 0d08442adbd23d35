import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import { nameIn } from '../attachments/present.ts';
import type { Attachment } from '../attachments/records.ts';
import type { Message } from '../records.ts';
import { type FormErrors, fieldError, refusals } from '../rest/api-error.ts';
import { mergeErrors } from '../rest/form-errors.ts';
import type { MessageBody } from './body.ts';
import { partErrors } from './check-parts.ts';
import type { MessageComponent } from './components.ts';
import { EMBEDS_LENGTH, embedErrors, isEmptyEmbed, lengthOfEmbed } from './embeds.ts';
import { number } from './parts.ts';
import { urlErrors } from './urls.ts';

/** A message's content, before it has an id and an author. */
export type Draft = Pick<Message, 'content' | 'embeds' | 'components' | 'flags'> & {
  readonly attachments: Attachment[];
};

const SETTABLE =
  MessageFlags.SuppressEmbeds |
  MessageFlags.Ephemeral |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsComponentsV2;

/**
 * Limit for a message with Components V2, including nested components:
 * https://discord.com/developers/docs/components/reference
 */
const MOST_COMPONENTS = 40;
/** Total characters of a message's text components. */
const MOST_TEXT = 4000;
const MOST_ROWS = 5;

/**
 * Applies a request body to a message. Fields missing from the body keep the value of `before`.
 * @throws ApiError 50006 for an empty message, 50035 for a message that the platform's schema refuses
 */
export function toDraft(
  body: MessageBody,
  attachments: readonly Attachment[] = [],
  before: Omit<Draft, 'attachments'> = EMPTY,
): Draft {
  const flags = body.flags == null ? before.flags : (body.flags & SETTABLE) | (before.flags & V2);
  const draft = {
    content: body.content === undefined ? before.content : (body.content ?? ''),
    embeds:
      body.embeds === undefined ? before.embeds : (body.embeds ?? []).filter((each) => !isEmptyEmbed(each)),
    components: body.components === undefined ? before.components : number(body.components ?? []),
    attachments: [...attachments],
    flags,
  };
  const all = [...walk(draft.components)];
  const errors = [
    ...(flags & V2 ? v2Errors(draft, body, all) : legacyErrors(draft)),
    ...embedErrors(body.embeds ?? []),
    ...componentErrors(all, attachments),
    ...partErrors(draft.components, ['components']),
  ];
  if (errors.length > 0) throw refusals.invalidForm(mergeErrors(errors));
  const parts = draft.embeds.length + draft.components.length + draft.attachments.length;
  const isEmpty = !draft.content.trim() && parts === 0;
  if (isEmpty) throw refusals.emptyMessage();
  return draft;
}

const V2 = MessageFlags.IsComponentsV2;
export const EMPTY = { content: '', embeds: [], components: [], attachments: [], flags: 0 } satisfies Draft;

/**
 * Kept content and embeds count too:
 * https://docs.discord.com/developers/components/reference#legacy-message-component-behavior
 */
function v2Errors(draft: Draft, { embeds }: MessageBody, all: readonly AnyComponent[]): FormErrors[] {
  const legacy = [
    ...(draft.content ? ['content'] : []),
    ...((embeds ?? draft.embeds).length > 0 ? ['embeds'] : []),
  ];
  const text = all.reduce((sum, each) => sum + ('content' in each ? each.content.length : 0), 0);
  return [
    ...legacy.map((field) =>
      fieldError(
        [field],
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      ),
    ),
    ...(all.length > MOST_COMPONENTS ? [tooLong(['components'], MOST_COMPONENTS)] : []),
    ...(text > MOST_TEXT
      ? [
          fieldError(
            ['components'],
            'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
            `Components displayable text size exceeds maximum size of ${MOST_TEXT}`,
          ),
        ]
      : []),
  ];
}

function legacyErrors({ embeds, components }: Draft): FormErrors[] {
  const length = embeds.reduce((sum, embed) => sum + lengthOfEmbed(embed), 0);
  return [
    ...(components.length > MOST_ROWS ? [tooLong(['components'], MOST_ROWS)] : []),
    ...components.flatMap(({ type }, index) =>
      type === ComponentType.ActionRow
        ? []
        : [
            fieldError(
              ['components', index, 'type'],
              'UNION_TYPE_CHOICES',
              'Value of field "type" must be one of (1,).',
            ),
          ],
    ),
    ...(length > EMBEDS_LENGTH
      ? [
          fieldError(
            ['embeds'],
            'MAX_EMBED_SIZE_EXCEEDED',
            `Embed size exceeds maximum size of ${EMBEDS_LENGTH}`,
          ),
        ]
      : []),
  ];
}

function componentErrors(all: readonly AnyComponent[], attachments: readonly Attachment[]): FormErrors[] {
  const names = new Set(attachments.map(({ filename }) => filename));
  return all.flatMap((each) => {
    if (each.type === ComponentType.Button && !each.label && !each.emoji)
      return [fieldError(['components'], 'BUTTON_COMPONENT_INVALID', 'A button needs a label or an emoji.')];
    const missing = mediaOf(each).find((url) => nameIn(url) !== undefined && !names.has(nameIn(url) ?? ''));
    if (missing !== undefined)
      return [
        fieldError(
          ['components'],
          'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
          `The referenced attachment "${missing}" was not found`,
        ),
      ];
    return mediaOf(each).flatMap((url) => urlErrors(url, ['components']));
  });
}

/** Returns the URLs of the media that a component shows. */
export function mediaOf(component: AnyComponent): string[] {
  switch (component.type) {
    case ComponentType.Thumbnail:
      return [component.media.url];
    case ComponentType.MediaGallery:
      return component.items.map(({ media }) => media.url);
    case ComponentType.File:
      return [component.file.url];
    default:
      return [];
  }
}

type Inner<Component> = Component extends { components: readonly (infer Child)[] } ? Child : never;
type Beside<Component> = Component extends { accessory: infer Child } ? Child : never;
type Second = Inner<MessageComponent>;
export type AnyComponent = MessageComponent | Second | Inner<Second> | Beside<MessageComponent>;

/** Yields components and everything nested in them. */
export function* walk(components: readonly AnyComponent[]): Generator<AnyComponent> {
  for (const each of components) {
    yield each;
    if ('components' in each) yield* walk(each.components);
    if ('accessory' in each) yield each.accessory;
  }
}

const tooLong = (path: string[], most: number): FormErrors =>
  fieldError(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`);
