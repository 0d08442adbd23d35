import {
  type Community,
  CommunityRefusal,
  type MemberRef,
  MemberUnknown,
  type Obstacle,
} from './community.ts';
import type { Lane } from './lane.ts';
import {
  accountSubject,
  memberProblems,
  type ProblemDeps,
  putBeforeAdmins,
  SERVER,
  settleProblems,
  TOKEN,
} from './problems.ts';

export type BlameDeps = ProblemDeps & { readonly community: Community };

/** What a refusal is about, and what is wrong there. */
interface Blame {
  readonly subject: string;
  readonly obstacle: Obstacle;
}

/**
 * Asks the platform for something about a member. What it refuses for good is put before the admins, as a problem of
 * what it is about: of the server, the role, or this account alone, which keeps nobody else from anything.
 * @param roleId the role that is to be changed; undefined where they are only looked at
 * @returns the answer; undefined where there is none but a refusal
 */
export async function orBlame<T>(
  deps: BlameDeps,
  lane: Lane,
  ref: MemberRef,
  roleId: string | undefined,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    const { subject, obstacle } = await findBlame(deps, lane, ref, roleId, error);
    await putBeforeAdmins(deps, ref, subject, obstacle);
    if (subject !== SERVER) await settleWalls(deps, ref);
    return undefined;
  }
}

/** That the bot could look at itself shows that these keep the member from nothing any more. */
async function settleWalls(deps: ProblemDeps, ref: MemberRef): Promise<void> {
  const problems = await memberProblems(deps.prisma, ref);
  const walls = problems.filter(({ subject }) => subject === SERVER || subject === TOKEN);
  await settleProblems(deps, ref, walls);
}

/**
 * A code doesn't tell whom a refusal is about: an account may be so odd that the platform answers with anything. Only
 * what is refused for the bot's own membership too is about the server, or the role.
 */
async function findBlame(
  deps: BlameDeps,
  lane: Lane,
  ref: MemberRef,
  roleId: string | undefined,
  refusal: CommunityRefusal,
): Promise<Blame> {
  const { guildId } = ref;
  const { community } = deps;
  const self = await orRefusal(() => lane.look((hear) => community.getSelf(guildId, lane.signal, hear)));
  if (self instanceof CommunityRefusal) return { subject: SERVER, obstacle: self };
  const own: Blame = { subject: accountSubject(ref, roleId), obstacle: ofOne(refusal) };
  if (roleId === undefined || !self) return own;
  // What is so already changes nothing, and takes the same rights.
  const call = self.roleIds.includes(roleId) ? community.addRole : community.removeRole;
  const bot = { guildId, userId: self.userId };
  const change = () => lane.change('role', () => call(bot, roleId, WHY, lane.signal));
  const answer = await orRefusal(change);
  return answer instanceof CommunityRefusal ? { subject: roleId, obstacle: answer } : own;
}

/** Said in the platform's audit log, should it note what changes nothing. */
const WHY = 'Finds out whether this role can be changed at all. Changes nothing.';

/** The answer, or the refusal; undefined where the bot has left meanwhile, which the next look tells. */
async function orRefusal<T>(ask: () => Promise<T>): Promise<T | CommunityRefusal | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CommunityRefusal) return error;
    if (error instanceof MemberUnknown) return undefined;
    throw error;
  }
}

const ofOne = ({ message, said = message }: CommunityRefusal): Obstacle => ({
  code: 'ACCOUNT_REFUSED',
  message: `The chat platform refuses what the bot asks about this account, and about no other (${said}). If the buyer has named a wrong account, have them link their own. It is tried again with each comparison.`,
  said,
});
