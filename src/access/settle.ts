import type { Transaction } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Send } from '../queue.ts';
import { announce } from './announcements.ts';
import type { MemberRef } from './community.ts';
import { type Differences, forget, KICK, type LedgerDeps, noteProof, takeOver } from './ledger.ts';
import { explain, type Reason, translate } from './reasons.ts';

export interface SettleDeps extends LedgerDeps {
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly send: Send;
  /** Queues a direct message about a gained role, a lost role or a removal, if the transaction commits. */
  readonly notifyMember: NotifyMember;
}

/** What becomes known to a member: of which roles, where it is about roles. */
export type NotifyMember = (
  member: MemberRef,
  news: { readonly kind: 'grant' | 'revoke' | 'kick'; readonly roleIds: readonly string[] },
  transaction: Transaction,
) => Promise<void>;

/** A change of a member, as it is audited. */
interface Change {
  /** Null where the member was removed from the guild. */
  readonly roleId: string | null;
  readonly kind: 'grant' | 'revoke' | 'kick';
  readonly reasons: readonly Reason[];
  /** The chat account on whose order; null where it was nobody's. */
  readonly actor: string | null;
  /** When the event came in that it goes back to; null where it goes back to none. */
  readonly eventAt: Date | null;
  /** By which the log's lines about it are found; null where it was ordered outside of all traces. */
  readonly trace: string | null;
}

/**
 * Brings the ledger up to date with what was seen, audits each role that has come or gone, and has it told. Also
 * finishes what a crash left open; repeating it adds nothing.
 */
export async function settle(
  deps: SettleDeps,
  member: MemberRef,
  { changed, never, unknown, proven }: Differences,
): Promise<void> {
  await takeOver(
    deps,
    unknown.map((roleId) => ({ ...member, roleId })),
  );
  await noteProof(deps, member, proven);
  await forget(deps, member, never);
  if (changed.length === 0) return;
  const audited = await deps.prisma.$transaction(async (transaction) => {
    const done: Audited[] = [];
    for (const { verdict, kind } of changed) {
      const { roleId, reasons } = verdict;
      const one = await audit(deps, transaction, member, { roleId, kind, reasons });
      if (one) done.push(one);
    }
    for (const kind of ['grant', 'revoke'] as const) {
      const roleIds = done.flatMap((one) => (one.kind === kind && one.isOurs ? [one.roleId] : []));
      if (roleIds.length > 0) await deps.notifyMember(member, { kind, roleIds }, transaction);
    }
    return done;
  });
  for (const one of audited) report(deps, member, one);
}

/**
 * Audits, once, that somebody who is not in the guild was removed by us; with them went all that we had given.
 * @returns whether they were
 */
export async function settleKick(deps: SettleDeps, member: MemberRef): Promise<boolean> {
  const change = await deps.prisma.$transaction(async (transaction) => {
    const key = { ...member, roleId: KICK };
    const entry = await transaction.roleGrant.findUnique({ where: { guildId_userId_roleId: key } });
    const { count } = await transaction.roleGrant.deleteMany({ where: key });
    if (!entry || count === 0) return undefined;
    await transaction.roleGrant.deleteMany({ where: member });
    const reasons = [{ kind: 'removed at the end' }] as const;
    const { orderedBy: actor, trace } = entry;
    const removal = { roleId: null, kind: 'kick', reasons, actor, eventAt: null, trace } as const;
    await write(deps, transaction, member, removal);
    await deps.notifyMember(member, { kind: 'kick', roleIds: [] }, transaction);
    return removal;
  });
  if (change) report(deps, member, change);
  return change !== undefined;
}

interface Audited extends Change {
  readonly roleId: string;
  /** Whether it was our doing: what others took is theirs to tell. */
  readonly isOurs: boolean;
}

/**
 * Ledger and audit in one transaction; whoever comes second finds the entry closed and writes nothing.
 * @returns what was written, if anything
 */
async function audit(
  deps: SettleDeps,
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
  const { orderedBy: actor, eventAt, trace, leaving } = entry;
  const change = { ...seen, actor, eventAt, trace };
  await write(deps, transaction, member, change);
  return { ...change, isOurs: seen.kind === 'grant' || leaving };
}

async function write(
  { clock, send }: SettleDeps,
  transaction: Transaction,
  member: MemberRef,
  { roleId, kind, reasons, actor, eventAt, trace }: Change,
): Promise<void> {
  const at = clock.now();
  const reason = explain(reasons);
  await transaction.roleChange.create({
    data: { ...member, roleId, kind, reason, actor, eventAt, trace, at },
  });
  const told = { roleId, kind, reason, translated: translate(reasons), userId: member.userId };
  await announce(send, transaction, member.guildId, at, told);
}

/** Whoever has seen it first, perhaps the gateway: the log shows the trace in which it was ordered. */
function report({ log, metrics, clock }: SettleDeps, member: MemberRef, change: Change): void {
  const { roleId, kind, reasons, trace, eventAt } = change;
  log.info({ ...member, role: roleId, reason: explain(reasons), ...(trace && { trace }) }, `role ${kind}`);
  metrics?.roleChanges.inc({ kind });
  if (kind === 'grant' && eventAt) metrics?.grant.observe((clock.now().getTime() - eventAt.getTime()) / 1000);
}
