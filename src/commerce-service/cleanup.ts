import { clampFutureTimes } from './deliveries/clamp-future-times.ts';
import { pruneDeliveries } from './deliveries/prune.ts';
import { pruneSecrets } from './deliveries/secrets.ts';
import { pruneRequests } from './idempotency/requests.ts';
import { pruneOAuth } from './oauth/prune.ts';
import type { Service } from './service.ts';

/**
 * Deletes expired rows and repairs times that a wrong clock wrote. Safe to run concurrently.
 * @param signal stops between two batches
 */
export async function cleanUp(service: Service, now: Date, signal?: AbortSignal): Promise<void> {
  await pruneOAuth(service, now);
  await pruneRequests(service, now);
  await pruneSecrets(service, now);
  // Nobody enters the raffle of an archived plan again.
  await service.prisma.raffleBrowser.deleteMany({ where: { plan: { visibility: 'archived' } } });
  await pruneDeliveries(service, now, signal);
  await clampFutureTimes(service);
}
