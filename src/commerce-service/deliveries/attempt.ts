import Type, { type Static } from 'typebox';
import type { Prisma, Transaction } from '../database/index.ts';
import { defineQueue, type JobContext } from '../queue.ts';
import { actionOf } from './event-names.ts';
import { type Answer, postSigned } from './post-signed.ts';
import { type Service, TRANSACTION } from './service.ts';

/**
 * One attempt to deliver. An endpoint's attempts run one at a time (they share a group), so a slow endpoint
 * waits for itself only. The retries here are for a process or a database that failed meanwhile; an endpoint
 * that failed gets its next attempt from `RETRY_AFTER`.
 */
export const deliverQueue = defineQueue({
  name: 'commerce-deliver',
  data: Type.Object({ delivery_id: Type.String(), attempt: Type.Integer({ minimum: 1 }) }),
  policy: 'standard',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 60,
  timeout: 60,
  concurrency: 8,
});

/** Seconds from a failed attempt to the next one, as the Standard Webhooks specification recommends. */
const RETRY_AFTER = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const WITH_ENDPOINT = { event: true, webhook: true } as const;
type DeliveryRow = Prisma.DeliveryGetPayload<{ include: typeof WITH_ENDPOINT }>;

/**
 * Makes one attempt and records it. At least once: when the process dies after the POST and before the
 * record, the same attempt is made again under the same id. An attempt that is on record is never repeated.
 */
export async function attemptDelivery(
  service: Service,
  { delivery_id, attempt }: Static<(typeof deliverQueue)['data']>,
  job: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { prisma, clock } = service;
  const delivery = await prisma.delivery.findUnique({ where: { id: delivery_id }, include: WITH_ENDPOINT });
  if (delivery?.status !== 'pending' || delivery.attempts !== attempt - 1) return;
  if (!delivery.webhook.enabled) {
    await prisma.delivery.update({ where: { id: delivery_id }, data: { status: 'dropped' } });
    return;
  }
  const startedAt = clock.now();
  const answer = await postSigned(toMessage(delivery, startedAt), job.signal);
  await prisma.$transaction(
    (transaction) => record(service, transaction, delivery, { number: attempt, startedAt, answer }),
    TRANSACTION,
  );
  if (!succeeded(answer)) {
    const about = { webhook: delivery.webhookId, event: delivery.eventId, attempt, ...answer };
    service.log.warn(about, 'a webhook delivery failed');
  }
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
  return { url: webhook.url, secret: webhook.secret, id: event.id, timestamp, body };
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
  attempt: Attempt,
): Promise<void> {
  const { number, startedAt, answer } = attempt;
  const retryAfter = succeeded(answer) ? undefined : RETRY_AFTER[number - 1];
  const status = succeeded(answer) ? 'delivered' : retryAfter === undefined ? 'failed' : 'pending';
  const { count } = await transaction.delivery.updateMany({
    where: { id: delivery.id, attempts: number - 1 },
    data: { attempts: number, status },
  });
  // Somebody else made and recorded this very attempt meanwhile: the receiver saw one id twice, no harm done.
  if (count === 0) return;
  const ended = service.clock.now();
  const duration = ended.getTime() - startedAt.getTime();
  await transaction.deliveryAttempt.create({
    data: { deliveryId: delivery.id, number, startedAt, duration, ...answer },
  });
  if ('statusCode' in answer && answer.statusCode === 410) await disable(transaction, delivery.webhookId);
  if (retryAfter === undefined) return;
  await service.send(
    deliverQueue,
    { delivery_id: delivery.id, attempt: number + 1 },
    { transaction, group: delivery.webhookId, startAfter: new Date(ended.getTime() + retryAfter * 1000) },
  );
}

const succeeded = (answer: Answer): boolean =>
  'statusCode' in answer && answer.statusCode >= 200 && answer.statusCode < 300;

/** 410 Gone is an endpoint's way to say that nobody listens any more. What still waits for it is dropped. */
async function disable(transaction: Transaction, webhookId: string): Promise<void> {
  await transaction.webhook.update({
    where: { id: webhookId },
    data: { enabled: false, disabledReason: 'The endpoint answered 410 Gone.' },
  });
}
