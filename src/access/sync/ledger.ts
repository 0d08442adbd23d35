import type { Clock } from '../../clock.ts';
import type { Prisma, PrismaClient } from '../../database/index.ts';
import { traceId } from '../../observability/trace.ts';
import type { MemberRef } from '../community.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import type { StoredState } from '../state.ts';
import type { RoleDecision } from './decide.ts';

export interface LedgerDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
}

/** Groups one member's ledger rows by their state. */
export const readRows = (rows: readonly Prisma.RoleGrantGetPayload<object>[]) => ({
  granted: rows.map(({ roleId }) => roleId),
  unconfirmed: rows.filter(({ confirmedAt }) => confirmedAt === null).map(({ roleId }) => roleId),
  leaving: rows.filter(({ leaving }) => leaving).map(({ roleId }) => roleId),
  unproven: rows.filter(({ proven }) => !proven).map(({ roleId }) => roleId),
  claimed: rows.filter(({ claimed }) => claimed).map(({ roleId }) => roleId),
});

/** Reads one member's ledger. */
export const readLedger = async (prisma: PrismaClient, member: MemberRef) =>
  readRows(await prisma.roleGrant.findMany({ where: { ...member } }));

/** Records changes in the ledger before the platform is called. */
export async function recordRequested(
  deps: LedgerDeps,
  member: MemberRef,
  roleDecisions: readonly RoleDecision[],
  { orderedBy, eventAt }: Pick<SyncRequest, 'orderedBy' | 'eventAt'>,
): Promise<void> {
  const now = deps.clock.now();
  const purchase = eventAt === undefined ? {} : { eventAt: new Date(eventAt) };
  await deps.prisma.$transaction(
    roleDecisions.map(({ roleId, action, isProven, isClaimed }) => {
      const key = { ...member, roleId };
      const leaving = action === 'revoke';
      const entry = {
        requestedAt: now,
        confirmedAt: leaving ? now : null,
        leaving,
        orderedBy: orderedBy ?? null,
        trace: traceId() ?? null,
        // A retry without an event completes the change that the event began, so it keeps the stored event time.
        ...(leaving ? { eventAt: null } : purchase),
      };
      return deps.prisma.roleGrant.upsert({
        where: { guildId_userId_roleId: key },
        create: { ...key, ...entry, proven: isProven, claimed: isClaimed },
        update: leaving ? entry : { ...entry, proven: isProven, claimed: isClaimed },
      });
    }),
  );
}

/** Withdraws the ledger entries of changes that weren't made. @param granted roles in the ledger before */
export async function withdraw(
  deps: LedgerDeps,
  member: MemberRef,
  roleDecisions: readonly RoleDecision[],
  granted: readonly string[],
): Promise<void> {
  if (roleDecisions.length === 0) return;
  const noted = roleDecisions.map(({ roleId }) => roleId).filter((roleId) => !granted.includes(roleId));
  await deps.prisma.roleGrant.deleteMany({ where: { ...member, roleId: { in: noted } } });
  // A role of ours that wasn't taken remains ours, and is no longer marked as leaving.
  const kept = roleDecisions.map(({ roleId }) => roleId).filter((roleId) => granted.includes(roleId));
  await deps.prisma.roleGrant.updateMany({
    where: { ...member, roleId: { in: kept } },
    data: { leaving: false, orderedBy: null },
  });
}

export interface Differences {
  /** Verdicts whose roles were gained or lost since the ledger was written. */
  readonly changed: readonly { readonly roleDecision: RoleDecision; readonly kind: 'grant' | 'revoke' }[];
  /** Roles that were requested, never arrived, and are no longer wanted. */
  readonly never: readonly string[];
  /** Roles given by a proven entitlement that the member had before us; we may take them at the end. */
  readonly unknown: readonly string[];
  /** Roles that only unproven entitlements had given, and that a proven entitlement now gives too. */
  readonly proven: readonly string[];
  /** Roles that only claimed memberships had given, and that a paid or proven one now gives too. */
  readonly earned: readonly string[];
}

/** Compares the ledger with the roles just read from the member. Pure. */
export function compare(
  roleDecisions: readonly RoleDecision[],
  {
    granted,
    unconfirmed,
    unproven,
    claimed,
  }: Pick<StoredState, 'granted' | 'unconfirmed' | 'unproven' | 'claimed'>,
  actual: readonly string[],
): Differences {
  const isMissing = ({ roleId, action }: RoleDecision) =>
    !actual.includes(roleId) && granted.includes(roleId) && action !== 'grant';
  const changed = roleDecisions.flatMap((roleDecision): Differences['changed'] => {
    const has = actual.includes(roleDecision.roleId);
    const hasCome = has && unconfirmed.includes(roleDecision.roleId) && roleDecision.action !== 'revoke';
    if (hasCome) return [{ roleDecision, kind: 'grant' }];
    const isGone = isMissing(roleDecision) && !unconfirmed.includes(roleDecision.roleId);
    return isGone ? [{ roleDecision, kind: 'revoke' }] : [];
  });
  const never = roleDecisions
    .filter((roleDecision) => isMissing(roleDecision) && unconfirmed.includes(roleDecision.roleId))
    .map(({ roleId }) => roleId);
  const there = roleDecisions
    .filter(({ roleId, isProven }) => isProven && actual.includes(roleId))
    .map(({ roleId }) => roleId);
  const unknown = there.filter((roleId) => !granted.includes(roleId));
  const earned = roleDecisions
    .filter(({ roleId, isPaid, isClaimed }) => isPaid && !isClaimed && claimed.includes(roleId))
    .map(({ roleId }) => roleId);
  return { changed, never, unknown, proven: there.filter((roleId) => unproven.includes(roleId)), earned };
}

/** Records paid roles that the members already had. */
export async function adopt(
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

/** Deletes entries of roles that were requested but never seen on the member. This isn't audited as a loss. */
export async function forget(
  { prisma }: LedgerDeps,
  member: MemberRef,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return;
  await prisma.roleGrant.deleteMany({
    where: { ...member, roleId: { in: [...roleIds] }, confirmedAt: null },
  });
}

/** Records that proven memberships now also give some roles, and that paid or proven ones now also give others. */
export async function recordProof(
  { prisma }: LedgerDeps,
  member: MemberRef,
  { proven, earned }: Pick<Differences, 'proven' | 'earned'>,
): Promise<void> {
  const update = (roleIds: readonly string[], data: Prisma.RoleGrantUpdateManyMutationInput) =>
    prisma.roleGrant.updateMany({ where: { ...member, roleId: { in: [...roleIds] } }, data });
  if (proven.length > 0) await update(proven, { proven: true });
  if (earned.length > 0) await update(earned, { claimed: false });
}

/** Records that the member is about to be removed from the guild. */
export async function recordKickRequested(
  { prisma, clock }: LedgerDeps,
  member: MemberRef,
  orderedBy: string | null,
): Promise<void> {
  const data = { ...member, requestedAt: clock.now(), orderedBy, trace: traceId() ?? null };
  await prisma.pendingKick.createMany({ data, skipDuplicates: true });
}

/** Withdraws the record of a removal that wasn't made. */
export async function withdrawKick({ prisma }: LedgerDeps, { guildId, userId }: MemberRef): Promise<void> {
  await prisma.pendingKick.deleteMany({ where: { guildId, userId } });
}
