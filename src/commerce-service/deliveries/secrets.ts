import { randomBytes } from 'node:crypto';
import { Prisma, type Transaction } from '../../database/index.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

/** How long a secret that was replaced still signs beside the new one, in milliseconds. */
const GRACE = 24 * 60 * 60 * 1000;

/** How many replaced secrets may sign at the same time: each makes the headers longer. */
const MOST_RETIRED = 4;

/** A signing secret as Standard Webhooks writes them: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Gives an endpoint a new secret. For a day the one before signs beside it, and so does every earlier one whose
 * day isn't over.
 * @throws Refusal 404 when it was deleted meanwhile, 409 when too many replaced secrets are still good
 */
export async function replaceSecret(
  { clock }: Pick<Service, 'clock'>,
  transaction: Transaction,
  webhookId: string,
) {
  const now = clock.now();
  const secret = newSecret();
  // Locked, so that of two at once the second one retires the first one's secret.
  const [before] = await transaction.$queryRaw<{ secret: string }[]>(
    Prisma.sql`SELECT secret FROM commerce.webhooks WHERE id = ${webhookId} FOR NO KEY UPDATE`,
  );
  if (!before) throw new Refusal('not found', `There is no webhook ${webhookId}.`);
  const good = await transaction.retiredSecret.count({ where: { webhookId, until: { gt: now } } });
  if (good >= MOST_RETIRED)
    throw new Refusal(
      'conflict',
      `${MOST_RETIRED} replaced secrets of this webhook still sign, each for a day: try again when the oldest one's day is over.`,
    );
  const until = new Date(now.getTime() + GRACE);
  await transaction.retiredSecret.create({ data: { webhookId, secret: before.secret, until } });
  const row = await transaction.webhook.update({ where: { id: webhookId }, data: { secret } });
  return { row, secret };
}

/** Forgets the secrets whose day is over. */
export async function pruneSecrets({ prisma }: Service, now: Date): Promise<void> {
  await prisma.retiredSecret.deleteMany({ where: { until: { lte: now } } });
}
