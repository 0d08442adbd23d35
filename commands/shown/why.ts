import type { Context } from '../../src/discord/commands/context.ts';
import type { Reply } from '../../src/discord/commands/reply.ts';
import { md } from '../../src/words/markdown.ts';

export type Roles = Awaited<ReturnType<Context['features']['access']['why']>>['roles'];

/** The very decision that a sync would make, with its reasons. */
export const ask = ({ guildId, features, words, signal }: Context, userId: string) =>
  features.access.why({ guildId, userId }, words.reasons, signal);

/** Why a member has, or has not, each managed role. */
export async function why(context: Context, userId: string): Promise<Reply> {
  const words = context.words.access;
  const { isMember, roles } = await ask(context, userId);
  const lines = [isMember ? words.about(userId) : words.absent(userId)];
  if (roles.length === 0) return { title: words.whyTitle, lines: [...lines, words.nothingManaged] };
  return { title: words.whyTitle, lines, sections: roles.map((role) => ({ lines: whyRole(context, role) })) };
}

export function whyRole({ words: { access: words } }: Context, role: Roles[number]) {
  const { roleId, has, action, reasons, problem } = role;
  return [
    has ? words.has(roleId) : words.hasNot(roleId),
    ...reasons.map((reason) => md`${reason}`),
    ...(action === 'grant' ? [words.getsIt] : []),
    ...(action === 'revoke' ? [words.losesIt] : []),
    ...(problem === null ? [] : [words.stuck(problem)]),
  ];
}
