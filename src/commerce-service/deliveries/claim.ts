import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';

/** How long a delivery stays in the hands of a process that says no more, in milliseconds: an attempt takes 15 s at most. */
export const LEASE = 30_000;

/** How many deliveries of an endpoint that is switched off are taken at once: they only have to be dropped. */
const DROPPED_AT_ONCE = 100;

const WITH_ENDPOINT = { event: true, webhook: { include: { retiredSecrets: true } } } as const;
export type ClaimedDelivery = Prisma.DeliveryGetPayload<{ include: typeof WITH_ENDPOINT }>;

/** What a process has room for. */
export interface Room {
  /** Deliveries in all. */
  readonly total: number;
  /** More of these endpoints; of every other one a single delivery. */
  readonly endpoints: ReadonlyMap<string, number>;
}

/**
 * Takes deliveries that are due into this process's hands, for as long as an attempt may last: no other
 * process takes them meanwhile, and they come back by themselves when this one dies.
 *
 * A first attempt waits for the first attempts before it that have the same ordering key: what happened to a
 * membership is told in order while deliveries succeed. A retry holds up nothing. Endpoints that answer come
 * before those that have been failing.
 */
export async function claimDeliveries({ prisma, clock }: Service, room: Room): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE);
  const ids = [...room.endpoints.keys()];
  const rooms = [...room.endpoints.values()];
  const claimed = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
    WITH due AS (
      SELECT one.id FROM commerce.webhooks w
      LEFT JOIN unnest(${ids}::text[], ${rooms}::int[]) AS busy(id, room) ON busy.id = w.id
      CROSS JOIN LATERAL (
        SELECT d.id FROM commerce.deliveries d
        WHERE d.webhook_id = w.id AND d.status = 'pending' AND (d.next_attempt_at <= ${now} OR NOT w.enabled)
          AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
          AND (d.attempts > 0 OR NOT EXISTS (
            SELECT FROM commerce.deliveries earlier
            WHERE earlier.webhook_id = d.webhook_id AND earlier.ordering_key = d.ordering_key
              AND earlier.status = 'pending' AND earlier.attempts = 0 AND earlier.sequence < d.sequence))
        ORDER BY d.next_attempt_at, d.sequence
        LIMIT CASE WHEN w.enabled THEN COALESCE(busy.room, 1) ELSE ${DROPPED_AT_ONCE}::int END
        FOR UPDATE SKIP LOCKED
      ) one
      ORDER BY w.failing_since IS NOT NULL
      LIMIT ${room.total}::int
    )
    UPDATE commerce.deliveries d SET claimed_until = ${until} FROM due WHERE d.id = due.id RETURNING d.id`);
  if (claimed.length === 0) return [];
  return prisma.delivery.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    include: WITH_ENDPOINT,
    orderBy: { sequence: 'asc' },
  });
}

/** Gives deliveries back that nobody will attempt now: those with these ids, or all where no process is at work. */
export async function giveBack({ prisma }: Service, ids?: readonly string[]): Promise<void> {
  const where = ids ? { id: { in: [...ids] } } : { claimedUntil: { not: null } };
  await prisma.delivery.updateMany({
    where: { status: 'pending', ...where },
    data: { claimedUntil: null },
  });
}
