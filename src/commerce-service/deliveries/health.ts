import type { Prisma, Transaction } from '../../database/index.ts';
import { type Answer, succeeded } from './post-signed.ts';

/** How long an endpoint may fail without a single success until it is switched off, in milliseconds. */
const PATIENCE = 5 * 24 * 60 * 60 * 1000;

type Endpoint = Pick<Prisma.WebhookGetPayload<object>, 'id' | 'failingSince'>;

/**
 * Keeps in mind since when an endpoint fails, and switches it off where there is no more point in trying:
 * 410 Gone is its own word that nobody listens any more. What still waits for it is dropped in its turn.
 */
export async function recordHealth(
  transaction: Transaction,
  { id, failingSince }: Endpoint,
  answer: Answer,
  now: Date,
): Promise<void> {
  if (succeeded(answer)) {
    if (failingSince) await transaction.webhook.updateMany({ where: { id }, data: { failingSince: null } });
    return;
  }
  const since = failingSince ?? now;
  await transaction.webhook.updateMany({ where: { id, failingSince: null }, data: { failingSince: since } });
  const reason = hopeless(answer, since, now);
  if (reason !== undefined)
    await transaction.webhook.updateMany({
      where: { id, enabled: true },
      data: { enabled: false, disabledReason: reason },
    });
}

function hopeless(answer: Answer, since: Date, now: Date): string | undefined {
  if ('statusCode' in answer && answer.statusCode === 410) return 'The endpoint answered 410 Gone.';
  if (now.getTime() - since.getTime() < PATIENCE) return undefined;
  return `Every delivery since ${since.toISOString()} has failed.`;
}
