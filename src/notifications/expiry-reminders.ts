import { listMappings } from '../access/mappings/mappings.ts';
import type { Mapping, MemberState, StoredState } from '../access/state.ts';
import { decide } from '../access/sync/decide.ts';
import { deriveMany } from '../access/sync/derive.ts';
import type { Reason } from '../access/sync/reasons.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Send } from '../queue.ts';
import { memberNotification } from './queues.ts';

/** How long before the end to remind a member, in milliseconds. */
const AHEAD = 48 * 3_600_000;

/** Members read by one query. */
const PAGE = 500;

/** How long sent notices are remembered, in milliseconds. */
const RETENTION = 60 * 24 * 3_600_000;

export interface ReminderDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly send: Send;
  readonly guildIds: readonly string[];
}

/** Queues a reminder for every trial and grace period that ends within two days, once for each end. */
export async function sendExpiryReminders(deps: ReminderDeps): Promise<void> {
  const { prisma, clock } = deps;
  const expired = new Date(clock.now().getTime() - RETENTION);
  await prisma.notice.deleteMany({ where: { at: { lt: expired } } });
  for (const guildId of deps.guildIds) {
    const mappings = await listMappings(prisma, guildId);
    if (mappings.length > 0) await remindGuild(deps, guildId, mappings);
  }
}

/** Reads only members with a role from us: no other member can lose one. */
async function remindGuild(deps: ReminderDeps, guildId: string, mappings: readonly Mapping[]) {
  for (let after = ''; ; ) {
    const rows = await deps.prisma.roleGrant.findMany({
      where: { guildId, confirmedAt: { not: null }, userId: { gt: after } },
      distinct: ['userId'],
      orderBy: { userId: 'asc' },
      take: PAGE,
      select: { userId: true },
    });
    const last = rows.at(-1);
    if (!last) return;
    const userIds = rows.map(({ userId }) => userId);
    const storedOf = await deriveMany(deps.prisma, guildId, mappings, userIds);
    for (const userId of userIds) await remindMember(deps, { guildId, userId }, storedOf(userId));
    after = last.userId;
  }
}

async function remindMember(
  deps: ReminderDeps,
  ref: { guildId: string; userId: string },
  stored: StoredState,
): Promise<void> {
  const now = deps.clock.now();
  const member = { roleIds: stored.granted, isPending: false, isBot: false };
  for (const { kind, roleId, until } of expiriesOf({ ...stored, userId: ref.userId, member, now })) {
    if (until.getTime() - now.getTime() > AHEAD) continue;
    const about = [kind, ref.guildId, roleId, until.getTime()].join(' ');
    const sent = await deps.prisma.notice.findUnique({
      where: { userId_about: { userId: ref.userId, about } },
    });
    const isClaimed = stored.claimed.includes(roleId);
    // A reminder about a claimed role doesn't replace one about a role that was paid for.
    if (!sent || (sent.claimed && !isClaimed))
      await deps.send(memberNotification, {
        ...ref,
        kind,
        roleIds: [roleId],
        until: until.getTime(),
        ...(isClaimed && { isClaimed }),
      });
  }
}

interface Expiry {
  readonly kind: 'trial ending' | 'grace ending';
  readonly roleId: string;
  readonly until: Date;
}

/** @returns the end of the trial behind a reason; undefined if the reason isn't a trial */
function trialEnd({ memberships, now }: MemberState, reason: Reason): Date | undefined {
  if (reason.kind !== 'membership valid' || reason.status !== 'trialing') return undefined;
  const end = memberships.find(({ id }) => id === reason.id)?.periodEndsAt;
  return end && end > now ? end : undefined;
}

/** Roles held only by trials or grace periods, each with the time the last of them ends. */
export function expiriesOf(state: MemberState): readonly Expiry[] {
  return decide(state).roleDecisions.flatMap(({ roleId, isPaid, reasons }): Expiry[] => {
    if (!isPaid || !state.granted.includes(roleId)) return [];
    const holding = reasons.flatMap((reason): Omit<Expiry, 'roleId'>[] => {
      if (reason.kind === 'in grace') return [{ kind: 'grace ending', until: new Date(reason.until) }];
      const trial = trialEnd(state, reason);
      return trial ? [{ kind: 'trial ending', until: trial }] : [];
    });
    const isHeldOtherwise = reasons.some(
      (reason) =>
        reason.kind === 'payment late' || (reason.kind === 'membership valid' && !trialEnd(state, reason)),
    );
    const last = holding.toSorted((a, b) => a.until.getTime() - b.until.getTime()).at(-1);
    return last && !isHeldOtherwise ? [{ roleId, ...last }] : [];
  });
}
