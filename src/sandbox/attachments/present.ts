import type { APIAttachment } from 'discord-api-types/v10';
import type { Message } from '../records.ts';
import type { CommunityState } from '../state.ts';
import { safeName } from './attach.ts';
import type { Attachment } from './records.ts';

const SCHEME = 'attachment://';

/** Converts an attachment to the platform's format. */
export const toApiAttachment = (
  state: CommunityState,
  message: Message,
  attachment: Attachment,
): APIAttachment => {
  const { id, filename, title, description, contentType, size } = attachment;
  const url = urlOf(state, message, attachment);
  return {
    id,
    filename,
    size,
    url,
    proxy_url: url,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(contentType !== undefined && { content_type: contentType }),
    ...(message.visibleTo !== undefined && { ephemeral: true }),
  };
};

/** Returns the name in `attachment://name`, normalized like stored filenames; undefined for any other URL. */
export const nameIn = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? safeName(url.slice(SCHEME.length)) : undefined;

/** Returns the message's attachment that an `attachment://` URL names, if any. */
export function attachmentAt(message: Message, url: string): Attachment | undefined {
  const name = nameIn(url);
  return message.attachments?.find(({ filename }) => filename === name);
}

/** Returns the download URL of an attachment. */
export const urlOf = (
  { filesUrl }: CommunityState,
  { channelId }: Message,
  { id, filename }: Attachment,
): string => `${filesUrl}/${channelId}/${id}/${filename}`;
