import Type, { type Static } from 'typebox';
import type { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { Nullable } from '../api/schema.ts';
import type { Service } from '../service.ts';

/** Chat account of a membership: the one that its owner has signed in with, or the one named at checkout. */
export const CommunityChat = Type.Object({
  id: Type.String(),
  username: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  verified: Type.Boolean({
    description:
      'Whether the membership’s owner has signed in with the account. An id typed at checkout proves nothing.',
  }),
});
type CommunityChat = Static<typeof CommunityChat>;

type Named = Pick<
  Prisma.MembershipGetPayload<object>,
  'communityChatId' | 'communityChatUsername' | 'communityChatImageUrl' | 'communityChatProvenAt'
>;

/** @returns null if no account was named or there is no membership */
export const toCommunityChat = (membership: Named | null): CommunityChat | null =>
  membership === null || membership.communityChatId === null
    ? null
    : {
        id: membership.communityChatId,
        username: membership.communityChatUsername,
        image_url: membership.communityChatImageUrl,
        verified: membership.communityChatProvenAt !== null,
      };

/** @throws Refusal if the id doesn't have the format of a community chat account; its owner isn't checked */
export function requireChatAccount({ isChatAccount }: Service, id: string | undefined): void {
  if (id === undefined || !isChatAccount || isChatAccount(id)) return;
  throw new Refusal('invalid', ({ refusals }) => refusals.notAnAccount);
}
