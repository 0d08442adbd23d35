import { decide } from '../access/decide.ts';
import { deriveMany } from '../access/derive.ts';
import { listMappings } from '../access/mappings.ts';
import type { Reason } from '../access/reasons.ts';
import type { Mapping, MemberState, StoredState } from '../access/state.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Send } from '../queue.ts';
import { memberTold } from './queues.ts';

/** How long before the end a member is told, in milliseconds. */
const AHEAD = 48 * 3_600_000;

/** Members who are looked at together. */
const PAGE = 500;

/** How long it is remembered that somebody was told, in milliseconds. */
const MEMORY = 60 * 24 * 3_600_000;

export interface EndingDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly send: Send;
  readonly guildIds: readonly string[];
}

/** Has everybody told whose trial or grace ends within two days: once for each end. */
export async function tellEndings(deps: EndingDeps): Promise<void> {
  const { prisma, clock } = deps;
  const forgotten = new Date(clock.now().getTime() - MEMORY);
  await prisma.notice.deleteMany({ where: { at: { lt: forgotten } } });
  for (const guildId of deps.guildIds) {
    const mappings = await listMappings(prisma, guildId);
    if (mappings.length > 0) await tellGuildsEndings(deps, guildId, mappings);
  }
}

/** Only those who have a role from us have something to lose. */
async function tellGuildsEndings(deps: EndingDeps, guildId: string, mappings: readonly Mapping[]) {
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
    for (const userId of userIds) await tellEnding(deps, { guildId, userId }, storedOf(userId));
    after = last.userId;
  }
}

async function tellEnding(
  deps: EndingDeps,
  ref: { guildId: string; userId: string },
  stored: StoredState,
): Promise<void> {
  const now = deps.clock.now();
  const member = { roleIds: stored.granted, isPending: false, isBot: false };
  for (const { kind, roleId, until } of endingsOf({ ...stored, userId: ref.userId, member, now })) {
    if (until.getTime() - now.getTime() > AHEAD) continue;
    const about = [kind, ref.guildId, roleId, until.getTime()].join(' ');
    const told = await deps.prisma.notice.findUnique({
      where: { userId_about: { userId: ref.userId, about } },
    });
    if (!told) await deps.send(memberTold, { ...ref, kind, roleIds: [roleId], until: until.getTime() });
  }
}

interface Ending {
  readonly kind: 'trial ending' | 'grace ending';
  readonly roleId: string;
  readonly until: Date;
}

/** When the trial ends that gives a role; undefined where it is none. */
function trialEnd({ memberships, now }: MemberState, reason: Reason): Date | undefined {
  if (reason.kind !== 'membership valid' || reason.status !== 'trialing') return undefined;
  const end = memberships.find(({ id }) => id === reason.id)?.periodEndsAt;
  return end && end > now ? end : undefined;
}

/** The roles that nothing but a trial, or a grace, holds: for each the last moment. */
export function endingsOf(state: MemberState): readonly Ending[] {
  return decide(state).verdicts.flatMap(({ roleId, isPaid, reasons }): Ending[] => {
    if (!isPaid || !state.granted.includes(roleId)) return [];
    const holding = reasons.flatMap((reason): Omit<Ending, 'roleId'>[] => {
      if (reason.kind === 'in grace') return [{ kind: 'grace ending', until: reason.until }];
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
