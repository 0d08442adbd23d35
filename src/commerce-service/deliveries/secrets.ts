import { randomBytes } from 'node:crypto';
import { Prisma, type Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';

/** How long a replaced secret keeps signing beside the new one, in milliseconds. */
const GRACE = 24 * 60 * 60 * 1000;

/** Maximum number of replaced secrets that still sign. Each makes the headers longer. */
const MAX_RETIRED = 4;

/** Generates a signing secret in the format of Standard Webhooks: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Rotates an endpoint's secret. Each replaced secret keeps signing for a day.
 * @throws Refusal 404 if the endpoint is gone, 409 if too many replaced secrets still sign
 */
export async function replaceSecret(
  { clock }: Pick<Service, 'clock'>,
  transaction: Transaction,
  webhookId: string,
) {
  const now = clock.now();
  const secret = newSecret();
  // Locked, so that of two concurrent rotations the second retires the first one's secret.
  const [before] = await transaction.$queryRaw<{ secret: string }[]>(
    Prisma.sql`SELECT secret FROM commerce.webhooks WHERE id = ${webhookId} FOR NO KEY UPDATE`,
  );
  if (!before) throw new Refusal('not found', `There is no webhook ${webhookId}.`);
  const good = await transaction.retiredSecret.count({ where: { webhookId, until: { gt: now } } });
  if (good >= MAX_RETIRED)
    throw new Refusal(
      'conflict',
      `${MAX_RETIRED} replaced secrets of this webhook still sign deliveries, each for one day. Try again when the oldest one has expired.`,
    );
  const until = new Date(now.getTime() + GRACE);
  await transaction.retiredSecret.create({ data: { webhookId, secret: before.secret, until } });
  const row = await transaction.webhook.update({ where: { id: webhookId }, data: { secret } });
  return { row, secret };
}

/** Deletes replaced secrets that no longer sign. */
export async function pruneSecrets({ prisma }: Service, now: Date): Promise<void> {
  await prisma.retiredSecret.deleteMany({ where: { until: { lte: now } } });
}
