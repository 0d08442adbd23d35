import { expect, test, vi } from 'vitest';
import { emptyDatabase, hasServer } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';
import { wireTo } from '../../support/wire.ts';

/** How long it may take to answer, in milliseconds, whatever the database does. */
const BOUND = 4_000;

test.runIf(hasServer)(
  '/readyz follows the database, /healthz does not, and a stop is announced',
  async () => {
    const wire = await wireTo(await emptyDatabase());
    const port = await freePort();
    const running = startProcess({
      PORT: String(port),
      DATA_DIR: await temporaryFolder(),
      DRAIN_SECONDS: '10',
      DATABASE_URL: wire.url,
      SECRET_KEY: 'only for the tests; thirty-two of it',
    });
    await running.printed('Rolekeeper is running');
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(BOUND) });
      return [response.status, await response.json()];
    };
    const ok = { state: 'ok' };
    const checks = { database: ok, migrations: ok, queue: ok, gateway: ok };
    expect(await ask('/readyz')).toEqual([200, { status: 'ready', checks }]);

    wire.cut();
    const [status, body] = await ask('/readyz');
    expect([status, JSON.stringify(body)]).toEqual([503, expect.stringMatching(/"database":.*"timed out"/)]);
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);

    wire.mend();
    const isReady = () =>
      ask('/readyz').then(
        ([now]) => now === 200,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: 30_000, interval: 200 });

    const ended = running.end('SIGTERM');
    await running.printed('"msg":"stopping"');
    expect(await ask('/readyz')).toEqual([503, { status: 'stopping', checks }]);
    expect((await ask('/healthz'))[0]).toBe(200);
    expect(await ended).toBe(0);
  },
);
