import { attach, type Upload } from '../attachments/attach.ts';
import type { File } from '../attachments/records.ts';
import type { Message } from '../records.ts';
import type { MessageBody } from './body.ts';
import { type Draft, toDraft } from './check.ts';

export interface Submission {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
}

/**
 * Returns the message that a request results in, and the contents of its new files.
 * @throws ApiError for a message that the platform refuses
 * @param before the message to edit; undefined for a new one
 */
export function compose(
  nextId: () => string,
  { body, uploads }: Submission,
  before?: Message,
): { draft: Draft; files: readonly File[] } {
  const { attachments, files } = attach(
    nextId,
    body.attachments,
    uploads,
    before && (before.attachments ?? []),
  );
  return { draft: toDraft(body, attachments, before), files };
}
