import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** @throws Refusal when this can't be an account of the community chat; whose account it is, nobody knows */
export function requireChatAccount({ isChatAccount }: Service, id: string | undefined): void {
  if (id === undefined || !isChatAccount || isChatAccount(id)) return;
  throw new Refusal(
    'invalid',
    'community_chat_id must be the id of an account in the community chat, not its name: a number of 17 to 19 digits. Leave it out if you don’t know it.',
  );
}
