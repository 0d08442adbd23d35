/**
 * Seals all stored tokens with the newest secret key: `npm run secrets:rotate`. With SECRET_KEY it takes
 * `new,old`; without one it makes a new key in the data folder and drops the old one when nothing needs it.
 */
import { existsSync } from 'node:fs';
import { systemClock } from '../src/clock.ts';
import { parseConfig } from '../src/config.ts';
import { openDatabase } from '../src/database/index.ts';
import { Fault } from '../src/errors.ts';
import { beginKeyRotation, endKeyRotation } from '../src/key-file.ts';
import { resealTokens } from '../src/linking/rotate.ts';
import { createSeal } from '../src/linking/seal.ts';
import { loadSecrets } from '../src/secrets.ts';

try {
  if (existsSync('.env')) process.loadEnvFile();
  const config = parseConfig(process.env);
  // Opened first: where the database is embedded, its lock keeps a running Rolekeeper's key from changing.
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  try {
    if (!config.secretKeys) beginKeyRotation(config.dataDir);
    const { tokenKeys } = loadSecrets(config, { mayCreateKey: false });
    const { resealed, lost } = await resealTokens(database.prisma, systemClock, createSeal(tokenKeys));
    if (!config.secretKeys) endKeyRotation(config.dataDir);
    process.stdout.write(`${resealed} sealed anew with the newest key, ${lost} removed whose key is gone.\n`);
    if (config.secretKeys)
      process.stdout.write('Once every process runs with both keys, leave only the new one in SECRET_KEY.\n');
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
