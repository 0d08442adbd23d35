import { expect, test } from 'vitest';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const API_KEY = 'key_for_the_test_of_stops';

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s right after a purchase: a clean end, and the role is there after the next start',
  async (signal) => {
    const port = await freePort();
    const variables = { PORT: String(port), DATA_DIR: await dataDirForThisTest(), COMMERCE_API_KEY: API_KEY };
    const user = userOf(`http://127.0.0.1:${port}`, API_KEY);
    const first = startProcess(variables);
    await first.printed('Rolekeeper is running');
    const [plan] = await user.plans();
    const member = (await user.people()).at(-1)?.id ?? '';
    await user.buy(plan?.direct_link ?? '', member);
    const stopping = performance.now();
    expect(await first.end(signal)).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(10_000);
    expect(first.output()).toContain('"msg":"stopped"');

    const second = startProcess(variables);
    await second.printed('Rolekeeper is running');
    await user.hasRole(member, 'Supporter');
    expect(await second.end('SIGTERM')).toBe(0);
  },
);
