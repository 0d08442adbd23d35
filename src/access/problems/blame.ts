import { Fault } from '../../errors.ts';
import {
  type Community,
  CommunityRefusal,
  type MemberRef,
  MemberUnknown,
  type Obstacle,
  type Self,
} from '../community.ts';
import type { GuildLock } from '../sync/guild-lock.ts';
import {
  closeProblems,
  memberProblems,
  type ProblemDeps,
  raiseMemberProblem,
  raiseProblem,
} from './problems.ts';
import { accountSubject, roleSubject, SERVER, type Subject, TOKEN } from './subject.ts';

export type BlameDeps = ProblemDeps & { readonly community: Community };

/** Subject of a refusal, and the obstacle there. */
interface Blame {
  readonly subject: Subject;
  readonly obstacle: Obstacle;
}

/**
 * Runs a platform call about a member. A permanent refusal is recorded as a problem of its cause: the guild, the role,
 * or only this account, which then blocks no other member.
 * @param roleId the role to change; undefined if the member is only read
 * @returns the answer; undefined if the platform refused
 */
export async function orBlame<T>(
  deps: BlameDeps,
  lock: GuildLock,
  ref: MemberRef,
  roleId: string | undefined,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    const { subject, obstacle } = await findBlame(deps, lock, ref, roleId, error);
    await raiseMemberProblem(deps, ref, subject, obstacle);
    if (subject.kind !== 'server') await closeGuildProblems(deps, ref);
    return undefined;
  }
}

/** Closes the member's guild and token problems: the bot could read itself, so these no longer block the member. */
async function closeGuildProblems(deps: ProblemDeps, ref: MemberRef): Promise<void> {
  const problems = await memberProblems(deps.prisma, ref);
  const walls = problems.filter(({ kind }) => kind === 'server' || kind === 'token');
  await closeProblems(deps, ref, walls);
}

/**
 * Finds the cause of a refusal. Its code isn't enough: for a broken account the platform may answer anything. The guild
 * or the role is the cause only if the platform refuses the same for the bot's own membership.
 */
async function findBlame(
  deps: BlameDeps,
  lock: GuildLock,
  ref: MemberRef,
  roleId: string | undefined,
  refusal: CommunityRefusal,
): Promise<Blame> {
  const { guildId } = ref;
  const { community } = deps;
  const self = await lookAtSelf(deps, lock, guildId);
  if (self instanceof CommunityRefusal) return { subject: SERVER, obstacle: self };
  const own: Blame = { subject: accountSubject(ref, roleId), obstacle: ofOne(refusal) };
  if (roleId === undefined || !self) return own;
  // Repeats the bot's current state for this role: changes nothing, but needs the same permissions.
  const call = self.roleIds.includes(roleId) ? community.addRole : community.removeRole;
  const bot = { guildId, userId: self.userId };
  const change = () => lock.change('role', () => call(bot, roleId, WHY, lock.signal));
  const answer = await orRefusal(change);
  return answer instanceof CommunityRefusal ? { subject: roleSubject(roleId), obstacle: answer } : own;
}

/** Reads the bot's own membership: refused only if the bot can do nothing in the guild. @returns it, or the refusal */
export const lookAtSelf = (
  { community }: Pick<BlameDeps, 'community'>,
  lock: GuildLock,
  guildId: string,
): Promise<Self | CommunityRefusal | undefined> =>
  orRefusal(() => lock.look((hear) => community.getSelf(guildId, lock.signal, hear)));

/** Reason in the platform's audit log, in case it records a change without effect. */
const WHY = 'Checks whether the bot can change this role. Changes nothing.';

/** Returns the answer or the refusal; undefined if the bot has left the guild, which the next lookup reports. */
async function orRefusal<T>(ask: () => Promise<T>): Promise<T | CommunityRefusal | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CommunityRefusal) return error;
    if (error instanceof MemberUnknown) return undefined;
    throw error;
  }
}

const ofOne = ({ message, details }: CommunityRefusal): Obstacle => ({
  code: 'ACCOUNT_REFUSED',
  details: { said: details.said ?? message },
});

/** Runs a platform call. Reports a refused token to the guild's admins and rethrows, so that the job is retried. */
export async function reportingRefusedToken<T>(
  deps: ProblemDeps,
  guildId: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault && error.code === 'DISCORD_TOKEN_REFUSED') {
      await raiseProblem(deps, guildId, TOKEN, { code: error.code });
    }
    throw error;
  }
}
