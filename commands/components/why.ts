import type { Context } from '../../src/discord/commands/context.ts';
import type { Reply } from '../../src/discord/commands/reply.ts';
import { storedFaultText } from '../../src/i18n/chat-fault.ts';
import { md } from '../../src/i18n/markdown.ts';

export type Roles = Awaited<ReturnType<Context['features']['access']['why']>>['roles'];

/** Queries the role decision that a member sync would make, with its reasons. */
export const ask = ({ guildId, features, words, signal }: Context, userId: string) =>
  features.access.why({ guildId, userId }, words.reasons, signal);

/** Explains for each managed role why a member has or lacks it. */
export async function why(context: Context, userId: string): Promise<Reply> {
  const words = context.words.access;
  const { isMember, held, roles } = await ask(context, userId);
  const lines = [isMember ? words.about(userId) : words.absent(userId)];
  if (roles.length === 0) return { title: words.whyTitle, lines: [...lines, words.nothingManaged] };
  const sections = roles.map((role) => ({ lines: whyRole(context, role, held.includes(role.roleId)) }));
  return { title: words.whyTitle, lines, sections };
}

/** @param isHeld whether the removal of the role waits for an admin */
export function whyRole({ words: { access: words, faults } }: Context, role: Roles[number], isHeld = false) {
  const { roleId, has, action, reasons, problem } = role;
  const changes =
    problem === null
      ? { grant: words.getsIt, revoke: words.losesIt }
      : { grant: words.cannotGetIt, revoke: words.cannotLoseIt };
  return [
    has ? words.has(roleId) : words.hasNot(roleId),
    ...reasons.map((reason) => md`${reason}`),
    ...(action === 'grant' ? [changes.grant] : []),
    ...(action === 'revoke' ? [isHeld ? words.isHeld : changes.revoke] : []),
    ...(problem === null ? [] : [words.stuck(storedFaultText(faults, problem))]),
  ];
}
