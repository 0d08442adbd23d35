import type { PrismaClient } from '../../database/index.ts';

/** Counts pending deliveries. One index scan per endpoint, so that finished rows aren't read. */
export async function countPending(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ pending: number }[]>`
    SELECT coalesce(sum(at_one.pending), 0)::int AS pending FROM commerce.webhooks AS webhook
    CROSS JOIN LATERAL (
      SELECT count(*) AS pending FROM commerce.deliveries AS delivery
      WHERE delivery.webhook_id = webhook.id AND delivery.status = 'pending'
    ) AS at_one`;
  return rows[0]?.pending ?? 0;
}
