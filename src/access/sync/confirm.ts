import type { Transaction } from '../../database/index.ts';
import type { Logger } from '../../observability/log.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Send } from '../../queue.ts';
import type { MemberRef } from '../community.ts';
import { announce } from '../problems/announcements.ts';
import { adopt, type Differences, forget, type LedgerDeps, recordProof } from './ledger.ts';
import { explain, type Reason } from './reasons.ts';

export interface ConfirmDeps extends LedgerDeps {
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly send: Send;
  /** Queues a direct message about a gained role, a lost role or a removal, if the transaction commits. */
  readonly notifyMember: NotifyMember;
}

/** Notifies a member of changes. `roleIds` is empty for a removal. */
export type NotifyMember = (
  member: MemberRef,
  news: {
    readonly kind: 'grant' | 'revoke' | 'kick';
    readonly roleIds: readonly string[];
    /** Whether only claimed memberships gave these roles. */
    readonly isClaimed: boolean;
  },
  transaction: Transaction,
) => Promise<void>;

/** Reasons stored per change. Anyone can name an account in many purchases, and each is a reason. */
const REASONS_MAX = 20;

interface Change {
  /** Null if the member was removed from the guild. */
  readonly roleId: string | null;
  readonly kind: 'grant' | 'revoke' | 'kick';
  readonly reasons: readonly Reason[];
  /** Chat account of the admin who ordered the change; null if none did. */
  readonly actor: string | null;
  /** Time the triggering event was received; null if no event triggered it. */
  readonly eventAt: Date | null;
  /** Trace id of the change's log lines; null if it was ordered outside any trace. */
  readonly trace: string | null;
}

/**
 * Updates the ledger with the roles just seen, audits each role gained or lost, and queues the messages about it. Also
 * completes work that a crash interrupted. Idempotent.
 */
export async function confirm(
  deps: ConfirmDeps,
  member: MemberRef,
  { changed, never, unknown, proven, earned }: Differences,
): Promise<void> {
  await adopt(
    deps,
    unknown.map((roleId) => ({ ...member, roleId })),
  );
  await recordProof(deps, member, { proven, earned });
  await forget(deps, member, never);
  if (changed.length === 0) return;
  const audited = await deps.prisma.$transaction(async (transaction) => {
    const done: Audited[] = [];
    for (const { roleDecision, kind } of changed) {
      const { roleId, reasons } = roleDecision;
      const one = await audit(deps, transaction, member, { roleId, kind, reasons });
      if (one) done.push(one);
    }
    for (const kind of ['grant', 'revoke'] as const) {
      const news = done.filter((one) => one.kind === kind && one.isOurs);
      const roleIds = news.map(({ roleId }) => roleId);
      const isClaimed = news.every((one) => one.isClaimed);
      if (news.length > 0) await deps.notifyMember(member, { kind, roleIds, isClaimed }, transaction);
    }
    return done;
  });
  for (const one of audited) report(deps, member, one);
}

/**
 * Audits, once, that a member who isn't in the guild was removed by us, and deletes all their ledger entries.
 * @returns whether we removed them
 */
export async function confirmKick(deps: ConfirmDeps, member: MemberRef): Promise<boolean> {
  const change = await deps.prisma.$transaction(async (transaction) => {
    const { guildId, userId } = member;
    const kick = await transaction.pendingKick.findUnique({ where: { guildId_userId: { guildId, userId } } });
    const { count } = await transaction.pendingKick.deleteMany({ where: { guildId, userId } });
    if (!kick || count === 0) return undefined;
    await transaction.roleGrant.deleteMany({ where: member });
    const reasons = [{ kind: 'removed at the end' }] as const;
    const { orderedBy: actor, trace } = kick;
    const removal = { roleId: null, kind: 'kick', reasons, actor, eventAt: null, trace } as const;
    await write(deps, transaction, member, removal);
    await deps.notifyMember(member, { kind: 'kick', roleIds: [], isClaimed: false }, transaction);
    return removal;
  });
  if (change) report(deps, member, change);
  return change !== undefined;
}

interface Audited extends Change {
  readonly roleId: string;
  /** Whether the change was ours; members aren't notified of roles that others took. */
  readonly isOurs: boolean;
  /** Whether only claimed memberships gave the role. */
  readonly isClaimed: boolean;
}

/**
 * Updates the ledger and writes the audit entry in one transaction. A concurrent second call writes nothing.
 * @returns the written change, if any
 */
async function audit(
  deps: ConfirmDeps,
  transaction: Transaction,
  member: MemberRef,
  seen: Pick<Audited, 'roleId' | 'kind' | 'reasons'>,
): Promise<Audited | undefined> {
  const key = { ...member, roleId: seen.roleId };
  const entry = await transaction.roleGrant.findUnique({ where: { guildId_userId_roleId: key } });
  const { count } =
    seen.kind === 'grant'
      ? await transaction.roleGrant.updateMany({
          where: { ...key, confirmedAt: null },
          data: { confirmedAt: deps.clock.now(), orderedBy: null, eventAt: null },
        })
      : await transaction.roleGrant.deleteMany({ where: key });
  if (!entry || count === 0) return undefined;
  const { orderedBy: actor, eventAt, trace, leaving, claimed: isClaimed } = entry;
  const change = { ...seen, actor, eventAt, trace };
  await write(deps, transaction, member, change);
  return { ...change, isOurs: seen.kind === 'grant' || leaving, isClaimed };
}

async function write(
  { clock, send }: ConfirmDeps,
  transaction: Transaction,
  member: MemberRef,
  { roleId, kind, reasons, actor, eventAt, trace }: Change,
): Promise<void> {
  const at = clock.now();
  const { guildId, userId } = member;
  const why = reasons.slice(0, REASONS_MAX);
  await transaction.roleChange.create({
    data: { ...member, roleId, kind, actor, eventAt, trace, at, reasons: why },
  });
  await announce(send, transaction, guildId, at, { kind, userId, roleId, reasons: why });
}

/** Logs and counts a change. Logs the trace that ordered it: the gateway may observe it before the worker does. */
function report({ log, metrics, clock }: ConfirmDeps, member: MemberRef, change: Change): void {
  const { roleId, kind, reasons, trace, eventAt } = change;
  log.info({ ...member, role: roleId, reason: explain(reasons), ...(trace && { trace }) }, `role ${kind}`);
  metrics?.roleChanges.inc({ kind });
  if (kind === 'grant' && eventAt) metrics?.grant.observe((clock.now().getTime() - eventAt.getTime()) / 1000);
}
