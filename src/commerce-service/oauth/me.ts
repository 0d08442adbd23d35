import { isEmailProven } from '../customers/users.ts';
import type { Service } from '../service.ts';
import type { Bearer } from './tokens.ts';

/**
 * Returns the buyer's address if the `email` scope was granted and the address is proven. Applications identify people
 * by their address, so an unproven one, which may belong to another person, must not reach them.
 */
export const provenEmail = ({ user, scopes }: Pick<Bearer, 'user' | 'scopes'>): string | null =>
  scopes.includes('email') && isEmailProven(user) ? user.email : null;

/** Returns the buyer's profile within the granted scopes. */
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

/** Number of the latest memberships whose chat accounts are listed. Anybody can buy thousands for free. */
const LATEST = 200;

/**
 * Lists the chat accounts of the buyer's latest memberships, latest first. Each is either the account that the buyer has
 * signed in with, or one named at checkout, which isn't proven to be the buyer's.
 */
export async function listSocialAccounts({ prisma }: Service, { userId }: Bearer) {
  const rows = await prisma.membership.findMany({
    where: { userId, communityChatId: { not: null } },
    select: { communityChatId: true, communityChatUsername: true, communityChatImageUrl: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LATEST,
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
