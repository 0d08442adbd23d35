import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyDatabase, hasServer, query } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';

const SECRET_KEY = 'only for the tests; thirty-two of it';

test.runIf(hasServer)('four processes that start at once on an empty database migrate it once', async () => {
  const url = await emptyDatabase();
  const start = async () =>
    startProcess({
      PORT: String(await freePort()),
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: url,
      SECRET_KEY,
      PARTS: 'commerce,intake',
      LOG_LEVEL: 'warn',
    });
  const processes = await Promise.all([start(), start(), start(), start()]);
  await Promise.all(processes.map((one) => one.printed('Rolekeeper is running')));

  const applied = await query(url, 'SELECT migration_name, finished_at IS NOT NULL FROM _prisma_migrations');
  const known = readdirSync('prisma/migrations', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(applied.toSorted()).toEqual(known.map(({ name }) => [name, true]).toSorted());
  expect(await query(url, 'SELECT count(*)::int FROM commerce.accounts')).toEqual([[1]]);
  for (const one of processes) expect(await one.end('SIGTERM')).toBe(0);
  for (const one of processes) expect(one.output()).not.toContain('"level"');
});
