import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Send } from '../queue.ts';
import { announce } from './announcements.ts';
import type { MemberRef } from './community.ts';
import type { Verdict } from './decide.ts';
import type { Occasion } from './occasion.ts';
import { explain } from './reasons.ts';
import type { StoredState } from './state.ts';

export interface LedgerDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly send: Send;
}

/** A change of a member, as it is audited. */
export interface Change {
  /** Null where the member was removed from the guild. */
  readonly roleId: string | null;
  readonly kind: 'grant' | 'revoke' | 'kick';
  readonly reason: string;
  /** The chat account on whose order; null where it was nobody's. */
  readonly actor: string | null;
  /** When the event came in that it goes back to; null where it goes back to none. */
  readonly eventAt: Date | null;
}

/** Notes what is about to be done, before the platform is called. */
export async function enter(
  deps: LedgerDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  { orderedBy, eventAt }: Pick<Occasion, 'orderedBy' | 'eventAt'>,
): Promise<void> {
  const now = deps.clock.now();
  const purchase = eventAt === undefined ? {} : { eventAt: new Date(eventAt) };
  await deps.prisma.$transaction(
    verdicts.map(({ roleId, action }) => {
      const key = { ...member, roleId };
      const leaving = action === 'revoke';
      const entry = {
        ...{ requestedAt: now, confirmedAt: leaving ? now : null, leaving, orderedBy: orderedBy ?? null },
        // A later try, which knows of no event, finishes what that one began.
        ...(leaving ? { eventAt: null } : purchase),
      };
      return deps.prisma.roleGrant.upsert({
        where: { guildId_userId_roleId: key },
        create: { ...key, ...entry },
        update: entry,
      });
    }),
  );
}

/** Takes back what was noted for changes that the platform refused. @param granted what the ledger held before */
export async function withdraw(
  deps: LedgerDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  granted: readonly string[],
): Promise<void> {
  const noted = verdicts.map(({ roleId }) => roleId).filter((roleId) => !granted.includes(roleId));
  await deps.prisma.roleGrant.deleteMany({ where: { ...member, roleId: { in: noted } } });
  // What was ours and was not let go is ours still, and nobody waits for it to be gone.
  const kept = verdicts.map(({ roleId }) => roleId).filter((roleId) => granted.includes(roleId));
  await deps.prisma.roleGrant.updateMany({
    where: { ...member, roleId: { in: kept } },
    data: { leaving: false, orderedBy: null },
  });
}

/** What the ledger doesn't say yet of roles that were just seen. */
export interface Differences {
  /** Verdicts whose roles have come or gone since the ledger was written. */
  readonly changed: readonly { readonly verdict: Verdict; readonly kind: 'grant' | 'revoke' }[];
  /** Roles that are paid for and were there before us: ours to take at the end. */
  readonly unknown: readonly string[];
}

/** Compares the ledger with the roles that were just seen on the member. Pure. */
export function compare(
  verdicts: readonly Verdict[],
  { granted, unconfirmed }: Pick<StoredState, 'granted' | 'unconfirmed'>,
  actual: readonly string[],
): Differences {
  const changed = verdicts.flatMap((verdict): Differences['changed'] => {
    const has = actual.includes(verdict.roleId);
    const hasCome = has && unconfirmed.includes(verdict.roleId) && verdict.action !== 'revoke';
    const isGone = !has && granted.includes(verdict.roleId) && verdict.action !== 'grant';
    if (hasCome) return [{ verdict, kind: 'grant' }];
    return isGone ? [{ verdict, kind: 'revoke' }] : [];
  });
  const unknown = verdicts
    .filter(({ roleId, isPaid }) => isPaid && actual.includes(roleId) && !granted.includes(roleId))
    .map(({ roleId }) => roleId);
  return { changed, unknown };
}

/**
 * Brings the ledger up to date with what was seen, and audits each role that has come or gone. Also finishes
 * what a crash left open; repeating it adds nothing.
 */
export async function settle(
  deps: LedgerDeps,
  member: MemberRef,
  { changed, unknown }: Differences,
): Promise<void> {
  await takeOver(
    deps,
    unknown.map((roleId) => ({ ...member, roleId })),
  );
  for (const { verdict, kind } of changed) {
    const change = { roleId: verdict.roleId, kind, reason: explain(verdict.reasons) };
    if (await audit(deps, member, change)) {
      deps.log.info({ ...member, role: change.roleId, reason: change.reason }, `role ${kind}`);
    }
  }
}

/** Notes roles that people paid for and had already. */
export async function takeOver(
  deps: LedgerDeps,
  roles: readonly (MemberRef & { roleId: string })[],
): Promise<void> {
  if (roles.length === 0) return;
  const at = deps.clock.now();
  await deps.prisma.roleGrant.createMany({
    data: roles.map((role) => ({ ...role, requestedAt: at, confirmedAt: at })),
    skipDuplicates: true,
  });
}

/** Ledger and audit in one transaction; whoever comes second finds the entry closed and writes nothing. */
async function audit(
  deps: LedgerDeps,
  member: MemberRef,
  change: Omit<Change, 'actor' | 'eventAt'> & { roleId: string },
): Promise<boolean> {
  const at = deps.clock.now();
  const key = { ...member, roleId: change.roleId };
  return deps.prisma.$transaction(async (transaction) => {
    const entry = await transaction.roleGrant.findUnique({ where: { guildId_userId_roleId: key } });
    const { count } =
      change.kind === 'grant'
        ? await transaction.roleGrant.updateMany({
            where: { ...key, confirmedAt: null },
            data: { confirmedAt: at, orderedBy: null, eventAt: null },
          })
        : await transaction.roleGrant.deleteMany({ where: key });
    if (count === 0) return false;
    const { orderedBy: actor = null, eventAt = null } = entry ?? {};
    await write(deps.send, transaction, member, { ...change, actor, eventAt }, at);
    return true;
  });
}

/** Stands in the ledger for a removal from the guild that is about to be made. */
const KICK = 'kick';

/** Notes that the member is about to be removed from the guild. */
export async function enterKick(
  deps: LedgerDeps,
  member: MemberRef,
  orderedBy: string | null,
): Promise<void> {
  const entry = { ...member, roleId: KICK, requestedAt: deps.clock.now(), orderedBy };
  await deps.prisma.roleGrant.createMany({ data: entry, skipDuplicates: true });
}

/** Whether the ledger holds such a removal. */
export const awaitsKick = ({ granted }: Pick<StoredState, 'granted'>): boolean => granted.includes(KICK);

/** Takes that back. */
export async function withdrawKick(deps: LedgerDeps, member: MemberRef): Promise<void> {
  await deps.prisma.roleGrant.deleteMany({ where: { ...member, roleId: KICK } });
}

/**
 * Audits, once, that somebody who is not in the guild was removed by us; with them went all that we had given.
 * @returns whether they were
 */
export async function settleKick(deps: LedgerDeps, member: MemberRef): Promise<boolean> {
  const at = deps.clock.now();
  return deps.prisma.$transaction(async (transaction) => {
    const key = { ...member, roleId: KICK };
    const entry = await transaction.roleGrant.findUnique({ where: { guildId_userId_roleId: key } });
    const { count } = await transaction.roleGrant.deleteMany({ where: key });
    if (!entry || count === 0) return false;
    await transaction.roleGrant.deleteMany({ where: member });
    const reason = 'The last membership has ended, and its mapping removes members at the end.';
    const change = { roleId: null, kind: 'kick', reason, actor: entry.orderedBy, eventAt: null } as const;
    await write(deps.send, transaction, member, change, at);
    return true;
  });
}

async function write(
  send: Send,
  transaction: Transaction,
  member: MemberRef,
  change: Change,
  at: Date,
): Promise<void> {
  await transaction.roleChange.create({ data: { ...member, ...change, at } });
  const { actor: _, eventAt: __, ...told } = change;
  await announce(send, transaction, member.guildId, at, { ...told, userId: member.userId });
}
