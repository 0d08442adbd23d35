import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { MemberRef } from './community.ts';
import { explain, isPaid, type Verdict } from './decide.ts';

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

/** Takes back what was noted for a grant that the platform refused. */
export async function withdraw(deps: LedgerDeps, member: MemberRef, verdict: Verdict): Promise<void> {
  await deps.prisma.roleGrant.deleteMany({ where: { ...member, roleId: verdict.roleId, confirmedAt: null } });
}

/**
 * Compares the ledger with the roles that were just seen on the member, and audits each difference: a role
 * that has come, a role that is gone. A role that is paid for and was there before us is taken over. Also
 * finishes what a crash left open; repeating it adds nothing.
 * @returns the changes that were audited
 */
export async function settle(
  deps: LedgerDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  actual: readonly string[],
): Promise<readonly Change[]> {
  const entries = await deps.prisma.roleGrant.findMany({ where: member });
  const changes: Change[] = [];
  for (const verdict of verdicts) {
    const entry = entries.find(({ roleId }) => roleId === verdict.roleId);
    const has = actual.includes(verdict.roleId);
    if (!entry) {
      if (has && isPaid(verdict)) await takeOver(deps, member, verdict.roleId);
      continue;
    }
    const hasCome = has && !entry.confirmedAt && verdict.action !== 'revoke';
    const isGone = !has && verdict.action !== 'grant';
    if (!hasCome && !isGone) continue;
    const kind = hasCome ? 'grant' : 'revoke';
    const change = { roleId: verdict.roleId, kind, reason: explain(verdict) } as const;
    if (await audit(deps, member, change)) changes.push(change);
  }
  return changes;
}

/** A role that was given or taken. */
export interface Change {
  readonly roleId: string;
  readonly kind: 'grant' | 'revoke';
  readonly reason: string;
}

/** A role that somebody paid for and had already: ours to take at the end. */
async function takeOver(deps: LedgerDeps, member: MemberRef, roleId: string): Promise<void> {
  const now = deps.clock.now();
  const entry = { ...member, roleId, requestedAt: now, confirmedAt: now };
  await deps.prisma.roleGrant.createMany({ data: entry, skipDuplicates: true });
}

/** Ledger and audit in one transaction; whoever comes second finds the entry closed and writes nothing. */
async function audit(deps: LedgerDeps, member: MemberRef, change: Change): Promise<boolean> {
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
