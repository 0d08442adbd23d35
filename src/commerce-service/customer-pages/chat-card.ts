import type { ChatCard } from '../chat/card.ts';
import type { ShownMembership } from '../memberships/schema.ts';
import type { Service } from '../service.ts';
import type { Viewer } from './viewer.ts';

/** Returns the card for a membership's chat account, for viewers who may change that. */
export const membershipCard = (
  { chat }: Service,
  row: ShownMembership,
  proof: string,
): ChatCard | undefined =>
  chat && {
    provider: chat.name,
    name: row.communityChatUsername ?? row.communityChatId ?? undefined,
    isProven: row.communityChatProvenAt !== null,
    action: '../oauth/chat/connect',
    membership: row.id,
    proof,
  };

/** Returns the card for the signed-in user's chat account. */
export function personCard({ chat }: Service, { person, proof }: Viewer): ChatCard | undefined {
  if (!chat || !person) return undefined;
  return {
    provider: chat.name,
    name: person.chatAccountName ?? undefined,
    isProven: person.chatAccountId !== null,
    action: 'oauth/chat/connect',
    membership: '',
    proof,
  };
}
