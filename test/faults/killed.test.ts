import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAID_ROLES } from '../../src/sandbox/index.ts';
import { fileStore } from '../../src/sandbox/store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const KILLS = 20;
const API_KEY = 'key_for_the_test_of_kills';
const SEED = 20261121;

/** How long a restarted process may take to finish what the killed one left, in milliseconds. */
const RECOVERY = 10_000;

/**
 * Kills the whole process, the sandbox included, at random moments. A kill that came too late, because the
 * role was there already, doesn't count.
 */
test(`killed ${KILLS} times between a webhook's 200 and the role: after each restart the role is there`, {
  timeout: 170_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const start = async () => {
    const started = startProcess({ PORT: String(port), DATA_DIR: dataDir, COMMERCE_API_KEY: API_KEY });
    await started.printed('Rolekeeper is running');
    return started;
  };
  const user = userOf(`http://127.0.0.1:${port}`, API_KEY);
  const delays = fc.sample(fc.integer({ min: 0, max: 40 }), { seed: SEED, numRuns: 3 * KILLS });
  let running = await start();
  const [plan] = await user.plans();
  const member = (await user.people()).at(-1)?.id ?? '';
  let counted = 0;
  for (const delay of delays) {
    if (counted === KILLS) break;
    const received = running.prints('webhook received');
    const membership = await user.buy(plan?.direct_link ?? '', member);
    await received;
    await setTimeout(delay);
    await running.end('SIGKILL');
    if (!keptRoles(dataDir, member).includes(PAID_ROLES.supporter.id)) counted += 1;

    running = await start();
    await user.hasRole(member, 'Supporter', RECOVERY);
    await user.terminate(membership.id);
    await user.lacksRole(member, 'Supporter', RECOVERY);
  }
  expect(counted, `kills in time, with the seed ${SEED}`).toBe(KILLS);
});

/** The roles that the sandbox had stored for the member when it was killed. */
function keptRoles(dataDir: string, userId: string): readonly string[] {
  const store = fileStore(join(dataDir, 'sandbox.db'));
  const kept = store.load().find(({ kind, id }) => kind === 'member' && id === userId);
  store.close();
  return kept?.kind === 'member' ? (kept.value?.roles ?? []) : [];
}
