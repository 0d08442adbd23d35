import type { Static } from 'typebox';
import type { Prisma, Transaction } from '../../database/index.ts';
import type { JobContext } from '../../queue.ts';
import { actionOf } from '../event-names.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { recordHealth } from './health.ts';
import { type Answer, postSigned, succeeded } from './post-signed.ts';
import { type deliverQueue, sendDelivery } from './queue.ts';

/** Seconds from a failed attempt to the next one, as the Standard Webhooks specification recommends. */
const RETRY_AFTER = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const WITH_ENDPOINT = { event: true, webhook: true } as const;
type DeliveryRow = Prisma.DeliveryGetPayload<{ include: typeof WITH_ENDPOINT }>;

/**
 * Makes one attempt and records it. At least once: when the process dies after the POST and before the
 * record, the same attempt is made again under the same id. An attempt that is on record is never repeated.
 *
 * A first attempt is that of the endpoint's oldest event nobody has told it yet, whichever job comes first:
 * the order of what happened is ours, not the queue's.
 */
export async function attemptDelivery(
  service: Service,
  { delivery_id, attempt }: Static<(typeof deliverQueue)['data']>,
  job: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { prisma } = service;
  const named = await prisma.delivery.findUnique({ where: { id: delivery_id }, include: WITH_ENDPOINT });
  if (!named) return;
  if (attempt > 1) {
    if (named.status === 'pending' && named.attempts === attempt - 1) await deliver(service, named, job);
    return;
  }
  for (;;) {
    const oldest = await prisma.delivery.findFirst({
      where: { webhookId: named.webhookId, status: 'pending', attempts: 0 },
      orderBy: { sequence: 'asc' },
      include: WITH_ENDPOINT,
    });
    // Where another process has recorded the same one meanwhile, the next one is this job's.
    if (!oldest || (await deliver(service, oldest, job))) return;
  }
}

/** @returns whether the attempt was ours to record */
async function deliver(
  service: Service,
  delivery: DeliveryRow,
  job: Pick<JobContext, 'signal'>,
): Promise<boolean> {
  const { prisma, clock } = service;
  const { id, attempts, webhookId, eventId } = delivery;
  if (!delivery.webhook.enabled) {
    const dropped = { status: 'dropped' as const, nextAttemptAt: null };
    const { count } = await prisma.delivery.updateMany({ where: { id, status: 'pending' }, data: dropped });
    return count === 1;
  }
  const startedAt = clock.now();
  const answer = await postSigned(service, toMessage(delivery, startedAt), job.signal);
  const number = attempts + 1;
  if (!succeeded(answer)) {
    const about = { webhook: webhookId, event: eventId, attempt: number, ...answer };
    service.log.warn(about, 'a webhook delivery failed');
  }
  return prisma.$transaction(
    (transaction) => record(service, transaction, delivery, { number, startedAt, answer }),
    TRANSACTION,
  );
}

function toMessage({ event, webhook }: DeliveryRow, timestamp: Date) {
  const body = JSON.stringify({
    id: event.id,
    action: actionOf(event.name),
    type: event.name,
    api_version: 'v2',
    timestamp: event.occurredAt.toISOString(),
    data: event.data,
  });
  const { url, secret, previousSecret, previousSecretUntil, mayBePrivate } = webhook;
  const rotating = previousSecret !== null && previousSecretUntil && previousSecretUntil > timestamp;
  const secrets = rotating ? [secret, previousSecret] : [secret];
  return { url, secrets, mayBePrivate, id: event.id, timestamp, body };
}

interface Attempt {
  readonly number: number;
  readonly startedAt: Date;
  readonly answer: Answer;
}

async function record(
  service: Service,
  transaction: Transaction,
  delivery: DeliveryRow,
  { number, startedAt, answer }: Attempt,
): Promise<boolean> {
  const { id, webhookId } = delivery;
  const ended = service.clock.now();
  const seconds = succeeded(answer) ? undefined : RETRY_AFTER[number - 1];
  const nextAttemptAt = seconds === undefined ? null : new Date(ended.getTime() + seconds * 1000);
  const status = succeeded(answer) ? 'delivered' : nextAttemptAt ? 'pending' : 'failed';
  const { count } = await transaction.delivery.updateMany({
    where: { id, status: 'pending', attempts: number - 1 },
    data: { attempts: number, status, nextAttemptAt },
  });
  // Somebody else made and recorded this very attempt meanwhile: the receiver saw one id twice, no harm done.
  if (count === 0) return false;
  const duration = ended.getTime() - startedAt.getTime();
  await transaction.deliveryAttempt.create({
    data: { deliveryId: id, number, startedAt, duration, ...answer },
  });
  await recordHealth(transaction, delivery.webhook, answer, ended);
  if (nextAttemptAt) {
    const next = { id, webhookId, attempt: number + 1 };
    await sendDelivery(service, next, { transaction, startAfter: nextAttemptAt });
  }
  return true;
}
