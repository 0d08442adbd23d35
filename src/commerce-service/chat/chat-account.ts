import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';

/** @throws Refusal if the id doesn't have the format of a community chat account; its owner isn't checked */
export function requireChatAccount({ isChatAccount }: Service, id: string | undefined): void {
  if (id === undefined || !isChatAccount || isChatAccount(id)) return;
  throw new Refusal('invalid', ({ refusals }) => refusals.notAnAccount);
}
