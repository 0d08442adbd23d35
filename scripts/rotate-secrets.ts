/**
 * Encrypts all stored tokens with the newest secret key: `npm run secrets:rotate`. If SECRET_KEY is set, it must be
 * `new,old`. Otherwise, creates a new key in the data folder and removes the old one once it is no longer needed.
 */
import { existsSync } from 'node:fs';
import { systemClock } from '../src/clock.ts';
import { parseConfig } from '../src/config/config.ts';
import { beginKeyRotation, endKeyRotation } from '../src/config/key-file.ts';
import { loadSecrets } from '../src/config/secrets.ts';
import { openDatabase } from '../src/database/index.ts';
import { Fault } from '../src/errors.ts';
import { resealTokens } from '../src/linking/rotate.ts';
import { createSeal } from '../src/linking/seal.ts';

try {
  if (existsSync('.env')) process.loadEnvFile();
  const config = parseConfig(process.env);
  // Opened first: the embedded database's lock ensures that no running Rolekeeper uses the key.
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  try {
    if (!config.secretKeys) beginKeyRotation(config.dataDir);
    const { tokenKeys } = loadSecrets(config, { mayCreateKey: false });
    const { resealed, lost } = await resealTokens(database.prisma, systemClock, createSeal(tokenKeys));
    if (!config.secretKeys) endKeyRotation(config.dataDir);
    process.stdout.write(
      `${resealed} encrypted again with the newest key, ${lost} removed because their key is gone.\n`,
    );
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
