import type { Message } from '../records.ts';
import type { CommunityState } from '../state.ts';
import type { Change } from './change.ts';

/** How many messages of a channel are remembered. */
const CHANNEL_LENGTH = 200;

/** Somebody says something. The oldest message of a channel makes room. */
export function postMessage(state: CommunityState, message: Message): Change {
  const kept = state.messages.get(message.channelId);
  const oldest = kept && kept.size >= CHANNEL_LENGTH ? [...kept.keys()].slice(0, 1) : [];
  return {
    writes: [
      { kind: 'message', within: '', id: message.id, value: message },
      ...oldest.map((id) => ({ kind: 'message', within: '', id, value: undefined }) as const),
    ],
    events: [{ type: 'message-created', message }],
  };
}

/** A message is another one now. */
export function editMessage(message: Message): Change {
  return {
    writes: [{ kind: 'message', within: '', id: message.id, value: message }],
    events: [{ type: 'message-updated', message }],
  };
}

/** A message is gone. */
export function deleteMessage(message: Message): Change {
  return {
    writes: [{ kind: 'message', within: '', id: message.id, value: undefined }],
    events: [{ type: 'message-deleted', message }],
  };
}
