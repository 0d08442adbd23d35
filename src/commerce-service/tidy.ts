import { pruneDeliveries } from './deliveries/prune.ts';
import { pruneSecrets } from './deliveries/secrets.ts';
import { setDeliveriesRight } from './deliveries/set-right.ts';
import { pruneRequests } from './idempotency/requests.ts';
import { pruneOAuth } from './oauth/prune.ts';
import type { Service } from './service.ts';

/**
 * Removes what nobody needs any more, and sets right what a wrong clock has left. Safe to run twice, also at the same time.
 * @param signal stops in between; the rest waits for the next time
 */
export async function tidy(service: Service, now: Date, signal?: AbortSignal): Promise<void> {
  await pruneOAuth(service, now);
  await pruneRequests(service, now);
  await pruneSecrets(service, now);
  await pruneDeliveries(service, now, signal);
  await setDeliveriesRight(service);
}
