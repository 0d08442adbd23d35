import { pruneRequests } from './api/idempotency/requests.ts';
import { pruneCounts } from './daily-limits.ts';
import { clampFutureTimes } from './deliveries/clamp-future-times.ts';
import { pruneDeliveries } from './deliveries/prune.ts';
import { pruneSecrets } from './deliveries/secrets.ts';
import { pruneOAuth } from './oauth/prune.ts';
import type { Service } from './service.ts';

/**
 * Deletes expired rows and repairs times that a wrong clock wrote. Safe to run concurrently.
 * @param signal stops between two batches
 */
export async function cleanUp(service: Service, now: Date, signal?: AbortSignal): Promise<void> {
  await pruneOAuth(service, now);
  await pruneRequests(service, now);
  await pruneCounts(service, now);
  await pruneSecrets(service, now);
  // An archived plan takes no raffle entries, so the records that limit them to one per browser aren't needed.
  await service.prisma.raffleBrowser.deleteMany({ where: { plan: { visibility: 'archived' } } });
  await pruneDeliveries(service, now, signal);
  await clampFutureTimes(service);
}
