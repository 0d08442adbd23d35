/**
 * Moves all data from the embedded database in DATA_DIR to the server at DATABASE_URL: `npm run database:move`. Stop
 * Rolekeeper first. The embedded database remains unchanged.
 */
import { existsSync } from 'node:fs';
import { parseConfig } from '../src/config/config.ts';
import { requireSameKeys } from '../src/config/key-file.ts';
import { loadSecrets } from '../src/config/secrets.ts';
import { openEmbedded, requireEmbedded } from '../src/database/embedded.ts';
import { openDatabase } from '../src/database/index.ts';
import { moveRows } from '../src/database/move.ts';
import { Fault } from '../src/errors.ts';
import { startJobs } from '../src/jobs/index.ts';
import { requireReadable } from '../src/linking/rotate.ts';
import { createLog } from '../src/observability/log.ts';

try {
  if (existsSync('.env')) process.loadEnvFile();
  const config = parseConfig(process.env);
  const { dataDir, databaseUrl: url, secretKeys } = config;
  if (!url || !secretKeys)
    throw new Fault('CONFIG_INVALID', 'DATABASE_URL is missing. Set it to the empty database to move to.');
  requireEmbedded(dataDir);
  const source = await openEmbedded(dataDir);
  try {
    requireSameKeys(dataDir, secretKeys);
    await requireReadable(
      async (sql) => (await source.pglite.query<{ id: string }>(sql)).rows.map(({ id }) => id),
      loadSecrets(config).tokenKeys,
    );
    // Create the tables, without rows: those of the schema and of the queue.
    const target = await openDatabase({ url, dataDir });
    const jobs = await startJobs({ database: target, queues: [], log: createLog(config.logLevel) });
    await jobs.stop();
    await target.close();
    let rows = 0;
    await moveRows(source.pglite, url, (moved) => {
      rows += moved.rows;
      if (moved.rows > 0) process.stdout.write(`${moved.table}: ${moved.rows}\n`);
    });
    process.stdout.write(
      `Moved: ${rows} rows. Start Rolekeeper with the same DATABASE_URL and SECRET_KEY.\n`,
    );
  } finally {
    await source.close();
  }
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
