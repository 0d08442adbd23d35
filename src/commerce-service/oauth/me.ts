import type { Service } from '../service.ts';
import { isProven } from '../users.ts';
import type { Bearer } from './tokens.ts';

/**
 * The buyer's address with the scope `email`, once it is proven: applications take an address for a person, and one
 * that was typed is nobody's.
 */
export const provenEmail = ({ user, scopes }: Pick<Bearer, 'user' | 'scopes'>): string | null =>
  scopes.includes('email') && isProven(user) ? user.email : null;

/** The buyer, as far as the buyer agreed to it. */
export function readProfile({ user, scopes }: Bearer) {
  return {
    id: user.id,
    name: user.username,
    username: user.username,
    email: provenEmail({ user, scopes }),
    email_verified: isProven(user),
    profile_pic_url: null,
  };
}

/**
 * The chat accounts that the buyer has named at checkout, the latest first. Nothing has proven that they are
 * the buyer's own: who needs that has to ask the chat.
 */
export async function listSocialAccounts({ prisma }: Service, { userId }: Bearer) {
  const rows = await prisma.membership.findMany({
    where: { userId, communityChatId: { not: null } },
    select: { communityChatId: true, communityChatUsername: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const accounts = rows.flatMap(({ communityChatId: id, communityChatUsername: username }) =>
    id === null ? [] : [{ id, service: 'community_chat' as const, username, image_url: null }],
  );
  return accounts.filter(({ id }, index) => accounts.findIndex((other) => other.id === id) === index);
}
