import {
  type APIEmbed,
  type APIMessageTopLevelComponent,
  type APIUnfurledMediaItem,
  ComponentType,
  EmbedType,
  SeparatorSpacingSize,
} from 'discord-api-types/v10';
import { attachmentAt, urlOf } from '../attachments/present.ts';
import type { Message } from '../records.ts';
import type { CommunityState } from '../state.ts';
import { toApiTime } from '../timestamp.ts';
import type { MessageComponent } from './components.ts';
import type { Embed } from './embeds.ts';

/** Returns the URLs of an embed's images. */
export const mediaIn = ({ image, thumbnail, author, footer }: Embed): string[] =>
  [image?.url, thumbnail?.url, author?.icon_url, footer?.icon_url].filter((url) => url !== undefined);

/** Converts an embed to the platform's format, with download URLs in place of `attachment://` names. */
export function toApiEmbed(state: CommunityState, message: Message, embed: Embed): APIEmbed {
  const { image, thumbnail, author, footer, timestamp, ...rest } = embed;
  const picture = ({ url }: { url: string }) => resolved(state, message, url);
  const icon = (url: string | undefined) => {
    if (url === undefined) return {};
    const found = resolved(state, message, url);
    return { icon_url: found.url, ...('proxy_url' in found && { proxy_icon_url: found.proxy_url }) };
  };
  return {
    ...rest,
    type: EmbedType.Rich,
    ...(timestamp !== undefined && { timestamp: toApiTime(timestamp) }),
    ...(image && { image: picture(image) }),
    ...(thumbnail && { thumbnail: picture(thumbnail) }),
    ...(author && { author: { ...author, ...icon(author.icon_url) } }),
    ...(footer && { footer: { ...footer, ...icon(footer.icon_url) } }),
  };
}

/**
 * Converts a component to the platform's format, with defaults filled in, and with download URLs in place of
 * `attachment://` names.
 * https://docs.discord.com/developers/components/reference
 */
export function toApiComponent(
  state: CommunityState,
  message: Message,
  component: MessageComponent,
): APIMessageTopLevelComponent {
  if (component.type !== ComponentType.Container) return toApiPart(state, message, component);
  const components = component.components.map((each) => toApiPart(state, message, each));
  return { accent_color: null, spoiler: false, ...component, components };
}

type Part = Exclude<MessageComponent, { type: ComponentType.Container }>;

const PLAIN_MEDIA = { description: null, spoiler: false };

function toApiPart(state: CommunityState, message: Message, part: Part) {
  const media = ({ url }: { url: string }): APIUnfurledMediaItem => {
    const attachment = attachmentAt(message, url);
    return { ...resolved(state, message, url), ...(attachment && { attachment_id: attachment.id }) };
  };
  switch (part.type) {
    case ComponentType.Section: {
      const { accessory } = part;
      return accessory.type === ComponentType.Thumbnail
        ? { ...part, accessory: { ...PLAIN_MEDIA, ...accessory, media: media(accessory.media) } }
        : part;
    }
    case ComponentType.MediaGallery: {
      const items = part.items.map((item) => ({ ...PLAIN_MEDIA, ...item, media: media(item.media) }));
      return { ...part, items };
    }
    case ComponentType.File: {
      const attachment = attachmentAt(message, part.file.url);
      const file = {
        file: media(part.file),
        ...(attachment && { name: attachment.filename, size: attachment.size }),
      };
      return { spoiler: false, ...part, ...file };
    }
    case ComponentType.Separator:
      return { divider: true, spacing: SeparatorSpacingSize.Small, ...part };
    default:
      return part;
  }
}

function resolved(state: CommunityState, message: Message, url: string) {
  const attachment = attachmentAt(message, url);
  if (!attachment) return { url };
  const address = urlOf(state, message, attachment);
  return { url: address, proxy_url: address };
}
