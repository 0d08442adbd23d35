import { vi } from 'vitest';
import type { PrismaClient } from '../../../src/database/index.ts';

/** How long the processes may take until nothing is left to do, in milliseconds. */
const PATIENCE = 300_000;

/**
 * Waits until nobody works on roles, and nothing waits to be worked on but what is meant for later.
 * @throws with what is left to do
 */
export async function quiet(prisma: PrismaClient): Promise<void> {
  let left: unknown[] = [];
  const isQuiet = async () => {
    left = await prisma.$queryRaw<unknown[]>`
      SELECT name, state::text, retry_count, count(*)::int, min(output::text) AS output FROM pgboss.job
      WHERE state <= 'active' AND starts_with(name, 'access.') AND name <> 'notifications.guild'
        AND start_after <= now() + interval '1 minute'
      GROUP BY name, state, retry_count`;
    return left.length === 0;
  };
  await vi.waitUntil(isQuiet, { timeout: PATIENCE, interval: 200 }).catch((cause: unknown) => {
    throw new Error(`There is still to be done: ${JSON.stringify(left)}`, { cause });
  });
}
