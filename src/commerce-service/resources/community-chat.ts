import Type, { type Static } from 'typebox';
import type { Prisma } from '../../database/index.ts';
import { Nullable } from './common.ts';

/** The account in a community's chat that a membership is for, as it was named at checkout. */
export const CommunityChat = Type.Object({
  id: Type.String(),
  username: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
  verified: Type.Boolean({
    description: 'Whether it is proven that the account is the buyer’s. What was typed at checkout never is.',
  }),
});
type CommunityChat = Static<typeof CommunityChat>;

type Named = Pick<Prisma.MembershipGetPayload<object>, 'communityChatId' | 'communityChatUsername'>;

/** @returns null where none was named, or there is no membership */
export const toCommunityChat = (membership: Named | null): CommunityChat | null =>
  membership === null || membership.communityChatId === null
    ? null
    : {
        id: membership.communityChatId,
        username: membership.communityChatUsername,
        image_url: null,
        verified: false,
      };
