import { fieldError, refusals } from '../rest/api-error.ts';
import type { Attachment, File } from './records.ts';

export interface Upload {
  /** The `n` of `files[n]`, which the list of attachments refers to. */
  readonly index: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/**
 * An entry of a request's list of attachments. A new attachment is given by its upload's index, an existing one by its
 * id.
 */
export interface Listed {
  readonly id: string | number;
  readonly filename?: string;
  readonly description?: string | null;
}

export interface Attached {
  readonly attachments: readonly Attachment[];
  readonly files: readonly File[];
}

const MOST_ATTACHMENTS = 10;
/** Per file, in bytes: https://docs.discord.com/developers/reference#uploading-files */
export const SIZE_LIMIT = 20 * 1024 * 1024;

/**
 * Returns the attachments of a message. An edited message keeps or gains only the listed ones; without a list it keeps
 * all and gains all uploads. A new message gets every upload, listed or not.
 * https://docs.discord.com/developers/reference#editing-message-attachments
 * @param before the attachments of an edited message; undefined for a new one
 * @throws ApiError 30015 for more than ten, 40005 for a file that is too large, 50035 for an entry without a file
 */
export function attach(
  nextId: () => string,
  listed: readonly Listed[] | null | undefined,
  uploads: readonly Upload[],
  before?: readonly Attachment[],
): Attached {
  if (uploads.some(({ content }) => content.length > SIZE_LIMIT)) throw refusals.tooLarge();
  const entries = listed === undefined ? [...(before ?? []), ...uploads.map(toListed)] : (listed ?? []);
  // A new message gets every upload, an edited one only what is listed.
  const unlisted = uploads.filter(({ index }) => !entries.some(({ id }) => String(id) === index));
  const all = [...entries, ...(before ? [] : unlisted.map(toListed))];
  if (all.length > MOST_ATTACHMENTS) throw refusals.tooManyAttachments(MOST_ATTACHMENTS);
  const attached = all.map((entry, position) => {
    const upload = uploads.find(({ index }) => index === String(entry.id));
    if (upload) return attachNew(nextId(), entry, upload);
    const known = before?.find(({ id }) => id === String(entry.id));
    if (known) return { attachment: describe(known, entry.description), file: undefined };
    throw refusals.invalidForm(
      fieldError(['attachments', position], 'ATTACHMENT_NOT_FOUND', 'Attachment data not found'),
    );
  });
  return {
    attachments: attached.map(({ attachment }) => attachment),
    files: attached.map(({ file }) => file).filter((file) => file !== undefined),
  };
}

const toListed = ({ index }: Upload): Listed => ({ id: index });

function attachNew(id: string, { filename, description }: Listed, upload: Upload) {
  const wanted = filename ?? upload.filename;
  const safe = safeName(wanted);
  const attachment: Attachment = {
    id,
    filename: safe,
    size: upload.content.length,
    ...(upload.contentType && { contentType: upload.contentType }),
    ...(safe !== wanted && { title: wanted }),
  };
  const file = { id, content: upload.content.toString('base64') };
  return { attachment: describe(attachment, description), file };
}

/** Sets the description. Undefined keeps it, null removes it. */
function describe(attachment: Attachment, text: string | null | undefined): Attachment {
  if (text === undefined) return attachment;
  const { description: _, ...rest } = attachment;
  return text ? { ...rest, description: text } : rest;
}

/** Makes a filename safe for a URL: https://docs.discord.com/developers/resources/message#attachment-object */
export const safeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\s+/g, '_')
    .replace(/[^\w.-]/g, '') || 'unknown';
