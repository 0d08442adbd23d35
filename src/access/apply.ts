import { orBlame } from './blame.ts';
import {
  ChangeFailed,
  type Community,
  CommunityRefusal,
  LimitReached,
  type MemberRef,
  MemberUnknown,
} from './community.ts';
import type { Decision, Verdict } from './decide.ts';
import type { Lane } from './lane.ts';
import { awaitsKick, enter, enterKick, withdraw, withdrawKick } from './ledger.ts';
import { lookAt } from './look-before.ts';
import type { Occasion } from './occasion.ts';
import { kickSubject, orPutBeforeAdmins, type ProblemDeps } from './problems.ts';
import { explain } from './reasons.ts';
import type { SettleDeps } from './settle.ts';

export type ApplyDeps = ProblemDeps & SettleDeps & { readonly community: Community };

/** What is to be carried out on whom. */
export interface Plan {
  readonly ref: MemberRef;
  readonly verdicts: readonly Verdict[];
  readonly kick: Decision['kick'];
  /** What the ledger held before. */
  readonly granted: readonly string[];
  /** Roles that are known to be deleted. */
  readonly deleted: readonly string[];
  readonly occasion: Occasion;
}

/**
 * Carries out a decision in as few calls as it takes: first into the ledger, then to the platform. What the
 * platform refuses for good is put before the admins, and keeps none of the others from being carried out.
 * @returns the verdicts that the platform took; whether it kept them is for the caller to look at. `absent`, with
 * nothing noted any more, where the member has left meanwhile
 */
export async function apply(
  deps: ApplyDeps,
  lane: Lane,
  plan: Plan,
): Promise<'kicked' | 'absent' | readonly Verdict[]> {
  const changes = plan.verdicts.filter(({ action }) => action !== 'leave');
  try {
    if (plan.kick && (await kick(deps, lane, plan, explain(plan.kick)))) return 'kicked';
    return changes.length === 0 ? [] : await change(deps, lane, plan, changes);
  } catch (error) {
    if (!(error instanceof MemberUnknown)) throw error;
    await withdraw(deps, plan.ref, changes, plan.granted);
    // One that was noted before was made by a process that died then.
    if (!awaitsKick(plan)) await withdrawKick(deps, plan.ref);
    return 'absent';
  }
}

async function change(
  deps: ApplyDeps,
  lane: Lane,
  plan: Plan,
  changes: readonly Verdict[],
): Promise<readonly Verdict[]> {
  await enter(deps, plan.ref, changes, plan.occasion);
  const together = changes.filter(({ roleId }) => !plan.deleted.includes(roleId));
  const isDone = together.length > 1 && (await changeAtOnce(deps, lane, plan, together));
  const taken: Verdict[] = isDone ? [...together] : [];
  for (const verdict of changes)
    if (!taken.includes(verdict) && (await changeOne(deps, lane, plan, verdict))) taken.push(verdict);
  const refused = changes.filter((verdict) => !taken.includes(verdict));
  await withdraw(deps, plan.ref, refused, plan.granted);
  return taken;
}

async function kick(deps: ApplyDeps, lane: Lane, { ref, occasion }: Plan, reason: string): Promise<boolean> {
  await enterKick(deps, ref, occasion.orderedBy ?? null);
  const done = await orPutBeforeAdmins(deps, ref, kickSubject(ref), async () => {
    await lane.change('kick', () => deps.community.kick(ref, reason, lane.signal));
    return true;
  }).catch(async (error) => {
    if (error instanceof LimitReached) await withdrawKick(deps, ref);
    throw error;
  });
  if (!done) await withdrawKick(deps, ref);
  return done ?? false;
}

/**
 * One call for several roles, from a list that is read right before: it replaces the roles that others have given too.
 * A refusal doesn't tell which role it is about, a limit that is used up would have it made later, from an old list,
 * and what the platform fails at as a whole it may take in parts: then each is changed by itself. A list with a role
 * that was deleted is refused as a whole.
 */
async function changeAtOnce(
  deps: ApplyDeps,
  lane: Lane,
  { ref, deleted }: Plan,
  changes: readonly Verdict[],
): Promise<boolean> {
  const taken = changes.filter(({ action }) => action === 'revoke').map(({ roleId }) => roleId);
  const given = changes.filter(({ action }) => action === 'grant').map(({ roleId }) => roleId);
  const reason = explain(changes.flatMap(({ reasons }) => reasons));
  try {
    await lane.change('member', async () => {
      const member = await lookAt(deps, lane, ref);
      if (!member) throw new MemberUnknown('They have left the guild meanwhile.');
      const gone = [...taken, ...deleted];
      const kept = member.roleIds.filter((roleId) => !gone.includes(roleId));
      const wanted = new Set([...kept, ...given]);
      return deps.community.setRoles(ref, [...wanted], reason, lane.signal);
    });
    return true;
  } catch (error) {
    if (FALL_BACK.some((kind) => error instanceof kind)) return false;
    throw error;
  }
}

/** What is no reason to give up, as each change may well work by itself. */
const FALL_BACK = [CommunityRefusal, LimitReached, ChangeFailed];

async function changeOne(
  deps: ApplyDeps,
  lane: Lane,
  { ref }: Plan,
  { roleId, action, reasons }: Verdict,
): Promise<boolean> {
  const call = action === 'grant' ? deps.community.addRole : deps.community.removeRole;
  const done = await orBlame(deps, lane, ref, roleId, async () => {
    await lane.change('role', () => call(ref, roleId, explain(reasons), lane.signal));
    return true;
  });
  return done ?? false;
}
