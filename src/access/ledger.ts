import type { Clock } from '../clock.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { traceId } from '../trace.ts';
import type { MemberRef } from './community.ts';
import type { Verdict } from './decide.ts';
import type { Occasion } from './occasion.ts';
import type { StoredState } from './state.ts';

export interface LedgerDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
}

/** What the ledger's rows about one member say. */
export const readRows = (rows: readonly Prisma.RoleGrantGetPayload<object>[]) => ({
  granted: rows.map(({ roleId }) => roleId),
  unconfirmed: rows.filter(({ confirmedAt }) => confirmedAt === null).map(({ roleId }) => roleId),
  leaving: rows.filter(({ leaving }) => leaving).map(({ roleId }) => roleId),
  unproven: rows.filter(({ proven }) => !proven).map(({ roleId }) => roleId),
});

/** What the ledger says about one member. */
export const readLedger = async (prisma: PrismaClient, member: MemberRef) =>
  readRows(await prisma.roleGrant.findMany({ where: { ...member } }));

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
    verdicts.map(({ roleId, action, isProven }) => {
      const key = { ...member, roleId };
      const leaving = action === 'revoke';
      const entry = {
        ...{ requestedAt: now, confirmedAt: leaving ? now : null, leaving, orderedBy: orderedBy ?? null },
        trace: traceId() ?? null,
        // A later try, which knows of no event, finishes what that one began.
        ...(leaving ? { eventAt: null } : purchase),
      };
      return deps.prisma.roleGrant.upsert({
        where: { guildId_userId_roleId: key },
        create: { ...key, ...entry, proven: isProven },
        update: leaving ? entry : { ...entry, proven: isProven },
      });
    }),
  );
}

/** Takes back what was noted for changes that were not made. @param granted what the ledger held before */
export async function withdraw(
  deps: LedgerDeps,
  member: MemberRef,
  verdicts: readonly Verdict[],
  granted: readonly string[],
): Promise<void> {
  if (verdicts.length === 0) return;
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
  /** Roles that were to be given, never came, and are wanted no more. */
  readonly never: readonly string[];
  /** Roles that are paid for and were there before us: ours to take at the end. Not by a claim that isn't proven. */
  readonly unknown: readonly string[];
  /** Roles that only claims without proof had given until now, and one with proof gives too. */
  readonly proven: readonly string[];
}

/** Compares the ledger with the roles that were just seen on the member. Pure. */
export function compare(
  verdicts: readonly Verdict[],
  { granted, unconfirmed, unproven }: Pick<StoredState, 'granted' | 'unconfirmed' | 'unproven'>,
  actual: readonly string[],
): Differences {
  const isMissing = ({ roleId, action }: Verdict) =>
    !actual.includes(roleId) && granted.includes(roleId) && action !== 'grant';
  const changed = verdicts.flatMap((verdict): Differences['changed'] => {
    const has = actual.includes(verdict.roleId);
    const hasCome = has && unconfirmed.includes(verdict.roleId) && verdict.action !== 'revoke';
    if (hasCome) return [{ verdict, kind: 'grant' }];
    const isGone = isMissing(verdict) && !unconfirmed.includes(verdict.roleId);
    return isGone ? [{ verdict, kind: 'revoke' }] : [];
  });
  const never = verdicts
    .filter((verdict) => isMissing(verdict) && unconfirmed.includes(verdict.roleId))
    .map(({ roleId }) => roleId);
  const there = verdicts
    .filter(({ roleId, isProven }) => isProven && actual.includes(roleId))
    .map(({ roleId }) => roleId);
  const unknown = there.filter((roleId) => !granted.includes(roleId));
  return { changed, never, unknown, proven: there.filter((roleId) => unproven.includes(roleId)) };
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

/** Forgets roles that were to be given and were never seen on the member: nothing was lost with them. */
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

/** Notes that a claim with proof gives roles too that were given without. */
export async function noteProof(
  { prisma }: LedgerDeps,
  member: MemberRef,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return;
  await prisma.roleGrant.updateMany({
    where: { ...member, roleId: { in: [...roleIds] } },
    data: { proven: true },
  });
}

/** Stands in the ledger for a removal from the guild that is about to be made. */
export const KICK = 'kick';

/** Notes that the member is about to be removed from the guild. */
export async function enterKick(
  deps: LedgerDeps,
  member: MemberRef,
  orderedBy: string | null,
): Promise<void> {
  const entry = {
    ...member,
    roleId: KICK,
    requestedAt: deps.clock.now(),
    orderedBy,
    trace: traceId() ?? null,
  };
  await deps.prisma.roleGrant.createMany({ data: entry, skipDuplicates: true });
}

/** Whether the ledger holds such a removal. */
export const awaitsKick = ({ granted }: Pick<StoredState, 'granted'>): boolean => granted.includes(KICK);

/** Takes that back. */
export async function withdrawKick(deps: LedgerDeps, member: MemberRef): Promise<void> {
  await deps.prisma.roleGrant.deleteMany({ where: { ...member, roleId: KICK } });
}
