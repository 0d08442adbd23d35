import { type PendingSweep, pendingSweep } from '../access/sweep/answer-pending.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import { countPendingMigrations } from '../database/migrate.ts';
import { isFull, isUnreachable } from '../database/unreachable.ts';
import type { Backlog } from '../queue.ts';
import { type Check, failed, type Judged, ok, warning } from './finding.ts';
import { TEST_EVENT } from './test-delivery.ts';

/** Query duration from which the database counts as slow, in milliseconds. */
const SLOW = 200;

const MINUTE = 60_000;

/** Waiting times of due jobs that cause a warning and a failure, in milliseconds. */
const WAIT = { told: 10 * MINUTE, failure: 60 * MINUTE };

/** Ages of the last sweep that cause a warning and a failure, in milliseconds. Sweeps run every 15 minutes. */
const SWEEP = { told: 45 * MINUTE, failure: 3 * 60 * MINUTE };

/** Time that an event may wait to be processed before it causes a warning, in milliseconds. */
const UNWORKED = 10 * MINUTE;

export interface StorageDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly backlog: () => Promise<Backlog>;
}

/** Lists the checks of the database, and of the work that depends on it. */
export function storageChecks({ prisma, clock, backlog }: StorageDeps, guildId: string): readonly Check[] {
  return [
    { name: 'database', silence: { code: 'DATABASE_GONE' }, run: () => checkDatabase(prisma, clock) },
    { name: 'queue', run: async () => [judgeBacklog(await backlog(), clock.now())] },
    { name: 'sweep', run: () => checkSweep(prisma, guildId, clock.now()) },
    { name: 'held', run: async () => [judgeHeld(await pendingSweep(prisma, guildId))] },
    { name: 'events', run: () => checkEvents(prisma, clock.now()) },
  ];
}

async function checkDatabase(prisma: PrismaClient, clock: Clock): Promise<readonly Judged[]> {
  try {
    return await askDatabase(prisma, clock);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return [failed({ code: isFull(error) ? 'DATABASE_FULL' : 'DATABASE_GONE' })];
  }
}

async function askDatabase(prisma: PrismaClient, clock: Clock): Promise<readonly Judged[]> {
  // A warm-up query: the first one may have to wait for a connection, which says nothing about the database.
  await prisma.$queryRaw`SELECT 1`;
  const asked = clock.now();
  const rows = await prisma.$queryRaw<{ version: string }[]>`
    SELECT current_setting('server_version') AS version`;
  const milliseconds = Math.max(clock.now().getTime() - asked.getTime(), 0);
  const facts = { milliseconds, version: rows[0]?.version ?? '' };
  const pending = await countPendingMigrations(prisma);
  return [
    milliseconds < SLOW
      ? ok({ code: 'DATABASE_FINE', ...facts })
      : warning({ code: 'DATABASE_SLOW', ...facts }),
    ...(pending > 0 ? [failed({ code: 'MIGRATIONS_PENDING', count: pending })] : []),
  ];
}

function judgeBacklog({ waiting, oldest }: Backlog, now: Date): Judged {
  const waited = oldest ? now.getTime() - oldest.getTime() : 0;
  if (waited < WAIT.told) return ok({ code: 'QUEUE_FLOWS', waiting, oldest });
  const fact = { code: 'QUEUE_BEHIND', waiting, oldest } as const;
  return waited < WAIT.failure ? warning(fact) : failed(fact);
}

async function checkSweep(prisma: PrismaClient, guildId: string, now: Date): Promise<readonly Judged[]> {
  const mapped = await prisma.roleMapping.findFirst({ where: { guildId } });
  if (!mapped) return [ok({ code: 'NOTHING_MAPPED' })];
  const sweep = await prisma.sweep.findUnique({ where: { guildId } });
  if (!sweep) return [warning({ code: 'SWEEP_NEVER' })];
  // A running sweep, or one whose process died, has only its start time.
  const at = sweep.finishedAt ?? sweep.startedAt;
  const age = now.getTime() - at.getTime();
  if (age < SWEEP.told) return [ok({ code: 'SWEEP_DONE', at })];
  return [age < SWEEP.failure ? warning({ code: 'SWEEP_LATE', at }) : failed({ code: 'SWEEP_LATE', at })];
}

/** While a sweep is held, no member loses a role, so it counts as failed. A refused one is only a reminder. */
function judgeHeld(held: PendingSweep | null): Judged {
  if (!held) return ok({ code: 'NOTHING_HELD' });
  const { since, roles, missing, isRefused } = held;
  const fact = { since, losses: roles.reduce((sum, { losses }) => sum + losses, 0), missing };
  return isRefused ? warning({ code: 'SWEEP_REFUSED', ...fact }) : failed({ code: 'SWEEP_HELD', ...fact });
}

async function checkEvents(prisma: PrismaClient, now: Date): Promise<readonly Judged[]> {
  const last = await prisma.inboxEvent.findFirst({
    where: { name: { not: TEST_EVENT } },
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  });
  if (!last) return [warning({ code: 'EVENT_NEVER' })];
  const unworked = await prisma.inboxEvent.aggregate({
    where: {
      workedAt: null,
      membershipId: { not: null },
      receivedAt: { lt: new Date(now.getTime() - UNWORKED) },
    },
    _count: true,
    _min: { receivedAt: true },
  });
  const oldest = unworked._min.receivedAt;
  return [
    ok({ code: 'EVENT_RECEIVED', at: last.receivedAt }),
    ...(oldest ? [warning({ code: 'EVENTS_UNWORKED', count: unworked._count, oldest })] : []),
  ];
}
