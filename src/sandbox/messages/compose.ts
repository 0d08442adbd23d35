import { attach, type Upload } from '../attachments/attach.ts';
import type { File } from '../attachments/records.ts';
import type { Message } from '../records.ts';
import type { MessageBody } from './body.ts';
import { type Draft, toDraft } from './check.ts';

/** A request that makes or changes a message, with the files that came with it. */
export interface Submission {
  readonly body: MessageBody;
  readonly uploads: readonly Upload[];
}

/**
 * What a request makes of a message, and what is in its new files.
 * @param before the message that it changes
 * @throws ApiError for what the platform refuses
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
