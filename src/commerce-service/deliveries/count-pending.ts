import type { PrismaClient } from '../../database/index.ts';

/** Deliveries that have not arrived yet, endpoint by endpoint: each count reads an index and no settled row. */
export async function countPending(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ pending: number }[]>`
    SELECT coalesce(sum(at_one.pending), 0)::int AS pending FROM commerce.webhooks AS webhook
    CROSS JOIN LATERAL (
      SELECT count(*) AS pending FROM commerce.deliveries AS delivery
      WHERE delivery.webhook_id = webhook.id AND delivery.status = 'pending'
    ) AS at_one`;
  return rows[0]?.pending ?? 0;
}
