import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { query } from '../../support/empty-database.ts';
import { type Cluster, PARTS, type Part } from './cluster.ts';
import { type Load, startLoad } from './load.ts';
import { whatIsLost } from './lost.ts';
import { bringForward } from './time.ts';

/** How long all may take that a fault has left to be done, in milliseconds, on a busy machine. */
const RECOVERY = 300_000;

/** How much of each part's log is shown when something is lost. */
const LAST_LINES = 30;

/**
 * Lets a fault happen under load, and proves what must hold whatever happens: every acknowledged purchase and end
 * has its effect, every event was delivered, no role is touched that isn't managed, and nobody needed to restart
 * anything.
 * @param fault strikes and is mended; it may look at what is seen of it meanwhile
 */
export async function endure(
  cluster: Cluster,
  name: string,
  fault: (load: Load) => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  const load = startLoad(cluster);
  await load.goesOn();
  await fault(load);
  await load.goesOn();
  await load.stop();
  let lost = await whatIsLost(cluster, load);
  for (const end = performance.now() + RECOVERY; lost.length > 0 && performance.now() < end; ) {
    await bringForward(cluster.url);
    await wait(1_000);
    lost = await whatIsLost(cluster, load);
  }
  const took = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`  ${name}: ${load.answered()} acknowledged, ${lost.length} of it lost, ${took} s\n`);
  if (lost.length > 0) {
    for (const part of PARTS) process.stdout.write(lastWords(cluster, part));
    process.stdout.write(
      `  still to be done: ${JSON.stringify(await query(cluster.url, WAITING), null, 1)}\n`,
    );
  }
  expect(lost, name).toEqual([]);
}

/** What work waits for, or why it was given up. */
const WAITING = `SELECT name, state, retry_count, min(start_after - now())::text, min(output::text), count(*)::int
  FROM pgboss.job WHERE state <= 'active' OR state = 'failed' GROUP BY name, state, retry_count`;

/** What a part has said last, for whoever has to find out. */
const lastWords = ({ output }: Cluster, part: Part): string =>
  `  ${part}:\n${output(part).split('\n').slice(-LAST_LINES).join('\n')}\n`;
