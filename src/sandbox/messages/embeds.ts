import Type from 'typebox';
import { type FormErrors, fieldError } from '../rest/api-error.ts';
import { urlErrors } from './urls.ts';

const Url = Type.String({ maxLength: 2048, pattern: '^https?://' });
const PictureUrl = Type.String({ maxLength: 2048, pattern: '^(https?|attachment)://' });
/** A required text. Empty and blank texts count as missing, since the platform trims them. */
const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', emptyIsMissing: true });
const Picture = Type.Object({ url: PictureUrl });

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
export const Embed = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 256 })),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  url: Type.Optional(Url),
  timestamp: Type.Optional(Type.String()),
  color: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffffff })),
  footer: Type.Optional(
    Type.Object({ text: Type.String({ maxLength: 2048 }), icon_url: Type.Optional(PictureUrl) }),
  ),
  image: Type.Optional(Picture),
  thumbnail: Type.Optional(Picture),
  author: Type.Optional(
    Type.Object({
      name: text(256),
      url: Type.Optional(Url),
      icon_url: Type.Optional(PictureUrl),
    }),
  ),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        name: text(256),
        value: text(1024),
        inline: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 25 },
    ),
  ),
});
export type Embed = Type.Static<typeof Embed>;

/** Character limit for all embeds of a message together. */
export const EMBEDS_LENGTH = 6000;

/** Counts an embed's characters against {@link EMBEDS_LENGTH}. */
export function lengthOfEmbed({ title, description, footer, author, fields = [] }: Embed): number {
  const texts = [title, description, footer?.text, author?.name];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
}

/**
 * Whether an embed is empty. The platform drops such embeds:
 * https://github.com/discord/discord-api-docs/issues/1765
 */
export const isEmptyEmbed = (embed: Embed): boolean =>
  Object.values(embed).every((value) => value === undefined || value === '');

/** A date, optionally with a time, which optionally has a time zone. */
const ISO_8601 = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Returns what is wrong with embeds, beyond the schema. */
export const embedErrors = (embeds: readonly Embed[]): FormErrors[] =>
  embeds.flatMap((embed, index) => [
    ...timeErrors(embed, index),
    ...urlErrors(embed.url, ['embeds', index, 'url']),
    ...urlErrors(embed.image?.url, ['embeds', index, 'image', 'url']),
    ...urlErrors(embed.thumbnail?.url, ['embeds', index, 'thumbnail', 'url']),
    ...urlErrors(embed.author?.url, ['embeds', index, 'author', 'url']),
    ...urlErrors(embed.author?.icon_url, ['embeds', index, 'author', 'icon_url']),
    ...urlErrors(embed.footer?.icon_url, ['embeds', index, 'footer', 'icon_url']),
  ]);

const timeErrors = ({ timestamp }: Embed, index: number): FormErrors[] =>
  timestamp === undefined || (ISO_8601.test(timestamp) && !Number.isNaN(Date.parse(timestamp)))
    ? []
    : [
        fieldError(
          ['embeds', index, 'timestamp'],
          'DATE_TIME_TYPE_PARSE',
          `Could not parse ${timestamp}. Should be ISO8601.`,
        ),
      ];
