import { Fault } from '../errors.ts';
import { type ApplyDeps, apply, closeProblems, orPutBeforeAdmins, SERVER } from './apply.ts';
import type { MemberRef } from './community.ts';
import { decide, type Verdict } from './decide.ts';
import { derive } from './derive.ts';
import { settle } from './ledger.ts';

/**
 * Makes the managed roles of one member right: derive, decide, apply, look again. Every way in (a webhook, a
 * join, a command, a sweep) ends here. Repeating it does no harm and, where all is right, changes nothing.
 * @throws Fault `CHANGE_DID_NOT_STICK`, or the platform's error, when it is worth a retry
 */
export async function syncMember(
  deps: ApplyDeps,
  member: MemberRef,
  signal: AbortSignal,
): Promise<'in order' | 'changed' | 'absent' | 'refused'> {
  const stored = await derive(deps.prisma, member);
  if (stored.mappings.length === 0) return 'in order';
  const look = () => deps.community.getMember(member, signal);
  const before = await orPutBeforeAdmins(deps, member, SERVER, look);
  if (!before) return before === null ? 'absent' : 'refused';

  const verdicts = decide({ ...stored, actual: before.roleIds });
  await record(deps, member, verdicts, before.roleIds);
  await closeProblems(deps, member, verdicts);
  const taken = await apply(deps, member, verdicts, signal);
  if (taken.length === 0) return 'in order';

  // The platform has been seen to lose a change that it acknowledged with 204: only a look is proof.
  const after = await look();
  if (!after) return 'absent';
  await record(deps, member, taken, after.roleIds);
  const lost = taken.filter(({ action, roleId }) => after.roleIds.includes(roleId) !== (action === 'grant'));
  if (lost.length > 0) {
    throw new Fault(
      'CHANGE_DID_NOT_STICK',
      `The platform took ${lost.length} role changes and did not keep them.`,
    );
  }
  return 'changed';
}

async function record(
  deps: ApplyDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  actual: readonly string[],
): Promise<void> {
  for (const change of await settle(deps, member, verdicts, actual)) {
    deps.log.info({ ...member, role: change.roleId, reason: change.reason }, `role ${change.kind}`);
  }
}
