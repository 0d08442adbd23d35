import { isEmailProven } from '../customers/users.ts';
import type { Service } from '../service.ts';
import type { Bearer } from './tokens.ts';

/**
 * The buyer's address with the scope `email`, once it is proven: applications take an address for a person, and one
 * that was typed is nobody's.
 */
export const provenEmail = ({ user, scopes }: Pick<Bearer, 'user' | 'scopes'>): string | null =>
  scopes.includes('email') && isEmailProven(user) ? user.email : null;

/** The buyer, as far as the buyer agreed to it. */
export function readProfile({ user, scopes }: Bearer) {
  return {
    id: user.id,
    name: user.chatAccountName ?? user.username,
    username: user.username,
    email: provenEmail({ user, scopes }),
    email_verified: isEmailProven(user),
    profile_pic_url: user.chatAccountImageUrl,
  };
}

/**
 * The chat accounts of what the buyer has, the latest first: the one that they have signed in with, or those that were
 * named at checkout, of which nothing has proven that they are the buyer's own.
 */
export async function listSocialAccounts({ prisma }: Service, { userId }: Bearer) {
  const rows = await prisma.membership.findMany({
    where: { userId, communityChatId: { not: null } },
    select: { communityChatId: true, communityChatUsername: true, communityChatImageUrl: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const accounts = new Map<string, SocialAccount>();
  for (const {
    communityChatId: id,
    communityChatUsername: username,
    communityChatImageUrl: image_url,
  } of rows)
    if (id !== null && !accounts.has(id))
      accounts.set(id, { id, service: 'community_chat', username, image_url });
  return [...accounts.values()];
}

interface SocialAccount {
  readonly id: string;
  readonly service: 'community_chat';
  readonly username: string | null;
  readonly image_url: string | null;
}
