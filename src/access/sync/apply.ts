import { orBlame } from '../problems/blame.ts';
import {
  ChangeFailed,
  type Community,
  CommunityRefusal,
  LimitReached,
  type MemberRef,
  MemberUnknown,
} from '../community.ts';
import type { Decision, Verdict } from './decide.ts';
import type { Lane } from './guild-lock.ts';
import { awaitsKick, enter, enterKick, withdraw, withdrawKick } from './ledger.ts';
import { lookAt } from './read-member.ts';
import type { Occasion } from '../queue/sync-request.ts';
import { kickSubject, orPutBeforeAdmins, type ProblemDeps } from '../problems/problems.ts';
import { explain } from './reasons.ts';
import type { SettleDeps } from './confirm.ts';

export type ApplyDeps = ProblemDeps & SettleDeps & { readonly community: Community };

/** The changes to make to one member. */
export interface Plan {
  readonly ref: MemberRef;
  readonly verdicts: readonly Verdict[];
  readonly kick: Decision['kick'];
  /** Roles in the ledger before these changes. */
  readonly granted: readonly string[];
  readonly deleted: readonly string[];
  readonly occasion: Occasion;
}

/**
 * Carries out a decision in as few calls as possible. Writes each change to the ledger first, then calls the platform.
 * A permanent refusal is recorded as a problem and doesn't stop the other changes.
 * @returns the verdicts that the platform accepted; the caller verifies that they took effect. `absent`, with the
 * ledger entries withdrawn, if the member has left the guild
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
    // An entry from before this plan belongs to a process that died after removing the member, so it stays.
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
 * Changes several roles in one call. It replaces all roles of the member, so the current list is read right before.
 * @returns false if changing each role by itself may still work: a refusal doesn't say which role it is about, a
 * used-up rate limit would delay the call until the list is outdated, and a change that fails as a whole may succeed in
 * parts. A list with a deleted role is refused as a whole, so these are left out.
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

/** Errors after which each change is still worth trying by itself. */
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
