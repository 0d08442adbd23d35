import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';

/** @throws Refusal if the id doesn't have the format of a community chat account; its owner isn't checked */
export function requireChatAccount({ isChatAccount }: Service, id: string | undefined): void {
  if (id === undefined || !isChatAccount || isChatAccount(id)) return;
  throw new Refusal(
    'invalid',
    'community_chat_id must be the id of an account in the community chat, not its name: a number of 17 to 19 digits. Leave it out if you don’t know it.',
  );
}
