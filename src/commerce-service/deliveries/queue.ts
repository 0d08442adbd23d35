import Type from 'typebox';
import { defineQueue, type SendOptions } from '../../queue.ts';
import type { Service } from '../service.ts';

/**
 * One attempt to deliver. An endpoint's attempts run one at a time (they share a group), so a slow endpoint
 * waits for itself only. The retries here are for a process or a database that failed meanwhile; an endpoint
 * that failed gets its next attempt from the delivery's own schedule.
 */
export const deliverQueue = defineQueue({
  name: 'commerce-deliver',
  data: Type.Object({ delivery_id: Type.String(), attempt: Type.Integer({ minimum: 1 }) }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 60,
  timeout: 60,
  concurrency: 16,
});

/** Enqueues one attempt, unless that waits already. An attempt that is on record is not made again. */
export const sendDelivery = (
  service: Pick<Service, 'send'>,
  delivery: { readonly id: string; readonly webhookId: string; readonly attempt: number },
  options: Pick<SendOptions, 'transaction' | 'startAfter'> = {},
): Promise<void> =>
  service.send(
    deliverQueue,
    { delivery_id: delivery.id, attempt: delivery.attempt },
    { ...options, key: `${delivery.id}.${delivery.attempt}`, group: delivery.webhookId },
  );
