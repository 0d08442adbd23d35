import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const KILLS = 20;
const API_KEY = 'key_for_the_test_of_kills';

/** How long a restarted process may take to finish what the killed one left, in milliseconds. */
const RECOVERY = 10_000;

/**
 * Kills the whole process, sandbox included, at moments spread over the way from the acknowledged webhook to
 * the role. The moments are not random but a sweep over that way, so that a run can be repeated; a kill that
 * came too late (the role was there already) doesn't count, and the next one comes earlier.
 */
test(`killed ${KILLS} times between a webhook's 200 and the role: after each restart the role is there`, {
  timeout: 150_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const variables = { PORT: String(port), DATA_DIR: dataDir, COMMERCE_API_KEY: API_KEY };
  const user = userOf(`http://127.0.0.1:${port}`, API_KEY);
  let counted = 0;
  for (let round = 0, delay = 0; counted < KILLS; round++) {
    expect(round, 'too many kills came too late to count').toBeLessThan(3 * KILLS);
    const doomed = startProcess(variables);
    await doomed.printed('Rolekeeper is running');
    const member = (await user.people()).at(-1 - (round % 3))?.id ?? '';
    const [plan] = await user.plans();
    const membership = await user.buy(plan?.direct_link ?? '', member);
    await doomed.printed('webhook received');
    await new Promise((resolve) => setTimeout(resolve, delay));
    await doomed.end('SIGKILL');

    const wasThere = (await readFile(join(dataDir, 'sandbox.json'), 'utf8')).includes('x');
    counted += wasThere ? 0 : 1;
    delay = wasThere ? 0 : delay + 2;

    const restarted = startProcess(variables);
    await restarted.printed('Rolekeeper is running');
    await user.hasRole(member, 'Supporter', RECOVERY);
    await user.terminate(membership.id);
    await user.lacksRole(member, 'Supporter', RECOVERY);
    expect(await restarted.end('SIGTERM')).toBe(0);
  }
});
