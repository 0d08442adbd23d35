import type { File } from '../attachments/records.ts';
import type { Message, Write } from '../records.ts';
import type { CommunityState } from '../state.ts';
import type { Change } from './change.ts';

const CHANNEL_LENGTH = 200;

/** Posts a message with its files, and drops the channel's oldest message when the channel is full. */
export function postMessage(state: CommunityState, message: Message, files: readonly File[] = []): Change {
  const kept = state.messages.get(message.channelId);
  const oldest = kept && kept.size >= CHANNEL_LENGTH ? [...kept.values()].slice(0, 1) : [];
  return {
    writes: [putMessage(message), ...files.map(putFile), ...oldest.flatMap(drop)],
    events: [{ type: 'message-created', message }],
  };
}

/** Replaces a message, and deletes the files that it no longer has. */
export function editMessage(before: Message, message: Message, files: readonly File[] = []): Change {
  const kept = new Set(message.attachments?.map(({ id }) => id));
  const lost = (before.attachments ?? []).filter(({ id }) => !kept.has(id));
  return {
    writes: [putMessage(message), ...files.map(putFile), ...lost.map(({ id }) => dropFile(id))],
    events: [{ type: 'message-updated', message }],
  };
}

/** Deletes a message and its files. */
export function deleteMessage(message: Message): Change {
  return { writes: drop(message), events: [{ type: 'message-deleted', message }] };
}

const putMessage = (value: Message): Write => ({ kind: 'message', within: '', id: value.id, value });
const putFile = (value: File): Write => ({ kind: 'file', within: '', id: value.id, value });
const dropFile = (id: string): Write => ({ kind: 'file', within: '', id, value: undefined });

const drop = ({ id, attachments = [] }: Message): Write[] => [
  { kind: 'message', within: '', id, value: undefined },
  ...attachments.map((attachment) => dropFile(attachment.id)),
];
