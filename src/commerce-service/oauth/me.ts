import type { Service } from '../service.ts';
import type { Bearer } from './tokens.ts';

/** The buyer, as far as the buyer agreed to it. The address is there with the scope `email` only. */
export async function readProfile({ prisma }: Service, { userId, scopes }: Bearer) {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    id: user.id,
    name: user.username,
    username: user.username,
    email: scopes.includes('email') ? user.email : null,
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
