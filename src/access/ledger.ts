import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { explain, type Verdict } from './decide.ts';

/** One member of one guild. */
export interface MemberRef {
  readonly guildId: string;
  readonly userId: string;
}

export interface LedgerDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
}

/** Notes what is about to be done, before the platform is called. */
export async function enter(deps: LedgerDeps, member: MemberRef, verdict: Verdict): Promise<void> {
  const now = deps.clock.now();
  const key = { ...member, roleId: verdict.roleId };
  const entry = { requestedAt: now, confirmedAt: verdict.action === 'revoke' ? now : null };
  await deps.prisma.roleGrant.upsert({
    where: { guildId_userId_roleId: key },
    create: { ...key, ...entry },
    update: entry,
  });
}

/**
 * Compares the ledger with the roles that were just seen on the member, and audits each difference: a role
 * that has come, a role that is gone. Also finishes what a crash left open; repeating it adds nothing.
 * @returns the changes that were audited
 */
export async function settle(
  deps: LedgerDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  actual: readonly string[],
): Promise<readonly { roleId: string; kind: 'grant' | 'revoke'; reason: string }[]> {
  const entries = await deps.prisma.roleGrant.findMany({ where: member });
  const changes = [];
  for (const verdict of verdicts) {
    const entry = entries.find(({ roleId }) => roleId === verdict.roleId);
    if (!entry) continue;
    const has = actual.includes(verdict.roleId);
    const hasCome = has && !entry.confirmedAt && verdict.action !== 'revoke';
    const isGone = !has && verdict.action !== 'grant';
    if (!hasCome && !isGone) continue;
    const change = {
      roleId: verdict.roleId,
      kind: hasCome ? 'grant' : 'revoke',
      reason: explain(verdict),
    } as const;
    if (await audit(deps, member, change)) changes.push(change);
  }
  return changes;
}

/** Ledger and audit in one transaction; whoever comes second finds the entry closed and writes nothing. */
async function audit(
  deps: LedgerDeps,
  member: MemberRef,
  change: { roleId: string; kind: 'grant' | 'revoke'; reason: string },
): Promise<boolean> {
  const at = deps.clock.now();
  const entry = { ...member, roleId: change.roleId };
  return deps.prisma.$transaction(async (transaction) => {
    const { count } =
      change.kind === 'grant'
        ? await transaction.roleGrant.updateMany({
            where: { ...entry, confirmedAt: null },
            data: { confirmedAt: at },
          })
        : await transaction.roleGrant.deleteMany({ where: entry });
    if (count === 1) await transaction.roleChange.create({ data: { ...member, ...change, at } });
    return count === 1;
  });
}
