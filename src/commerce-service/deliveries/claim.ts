import { Prisma, type Transaction } from '../../database/index.ts';
import type { Service } from '../service.ts';
import type { Quota } from './adaptive-concurrency.ts';

/** Delivery workers listen on this channel for new deliveries. */
export const CHANNEL = 'commerce_deliveries';

/** Wakes the workers of all processes on commit. Workers also poll, because notifications can get lost. */
export async function notifyWorkers(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw(Prisma.sql`SELECT pg_notify(${CHANNEL}, '')`);
}

/** How long a claim lasts, in milliseconds: longer than an attempt, which takes at most 15 s. */
export const LEASE = 30_000;

/** Deliveries of a disabled endpoint claimed at once. They are only dropped. */
const DROPPED_AT_ONCE = 100;

const WITH_ENDPOINT = { event: true, webhook: { include: { retiredSecrets: true } } } as const;
export type ClaimedDelivery = Prisma.DeliveryGetPayload<{ include: typeof WITH_ENDPOINT }>;

/** Limits of one claim. */
export interface Available {
  /** In total. */
  readonly total: number;
  /** For each of these endpoints; one for any other, whichever delivery is due. */
  readonly endpoints: ReadonlyMap<string, Quota>;
}

/**
 * Claims deliveries that are due. No other process takes them until the claim expires, which it does on its own when
 * this process dies.
 *
 * A first attempt waits for earlier first attempts with the same ordering key, so a membership's events arrive in order
 * while deliveries succeed. Retries block nothing. Healthy endpoints come before failing ones. An endpoint's bulk
 * deliveries get their share of the attempts, and what the others leave.
 */
export async function claimDeliveries(
  { prisma, clock }: Service,
  available: Available,
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE);
  const ids = [...available.endpoints.keys()];
  const quotas = [...available.endpoints.values()];
  const limits = quotas.map(({ total }) => total);
  const shares = quotas.map(({ bulk }) => bulk);
  const claimed = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
    WITH due AS (
      SELECT one.id FROM commerce.webhooks w
      LEFT JOIN unnest(${ids}::text[], ${limits}::int[], ${shares}::int[]) AS busy(id, total, bulk)
        ON busy.id = w.id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN w.enabled THEN COALESCE(busy.total, 1) ELSE ${DROPPED_AT_ONCE}::int END AS total,
          COALESCE(busy.bulk, 0) AS bulk
      ) quota
      CROSS JOIN LATERAL (
        SELECT candidate.id FROM (
          SELECT id, 1 AS turn, next_attempt_at, sequence FROM (${dueAt(now, Prisma.sql`NOT d.is_bulk`)}) early
          UNION ALL
          SELECT id, CASE WHEN row_number() OVER (ORDER BY next_attempt_at, sequence) <= quota.bulk THEN 0 ELSE 2 END,
            next_attempt_at, sequence FROM (${dueAt(now, Prisma.sql`d.is_bulk`)}) bulk
        ) candidate
        ORDER BY turn, next_attempt_at, sequence LIMIT quota.total
      ) one
      ORDER BY w.failing_since IS NOT NULL
      LIMIT ${available.total}::int
    )
    UPDATE commerce.deliveries d SET claimed_until = ${until} FROM due WHERE d.id = due.id RETURNING d.id`);
  if (claimed.length === 0) return [];
  return prisma.delivery.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    include: WITH_ENDPOINT,
    orderBy: { sequence: 'asc' },
  });
}

/** Locks due deliveries of the endpoint `w`, longest due first, as many as its `quota` allows. */
const dueAt = (now: Date, ofClass: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT d.id, d.next_attempt_at, d.sequence FROM commerce.deliveries d
  WHERE d.webhook_id = w.id AND d.status = 'pending' AND ${ofClass}
    AND (d.next_attempt_at <= ${now} OR NOT w.enabled)
    AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
    AND (d.attempts > 0 OR NOT EXISTS (
      SELECT FROM commerce.deliveries earlier
      WHERE earlier.webhook_id = d.webhook_id AND earlier.ordering_key = d.ordering_key
        AND earlier.status = 'pending' AND earlier.attempts = 0 AND earlier.sequence < d.sequence))
  ORDER BY d.next_attempt_at, d.sequence
  LIMIT quota.total
  FOR UPDATE OF d SKIP LOCKED`;

/** Releases claims: those of `ids`, or all of them, for which no other process may be running. */
export async function releaseClaims({ prisma }: Service, ids?: readonly string[]): Promise<void> {
  const where = ids ? { id: { in: [...ids] } } : { claimedUntil: { not: null } };
  await prisma.delivery.updateMany({
    where: { status: 'pending', ...where },
    data: { claimedUntil: null },
  });
}
