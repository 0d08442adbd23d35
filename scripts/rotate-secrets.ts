/**
 * Encrypts all stored tokens with the newest secret key: `npm run secrets:rotate`. If SECRET_KEY is set, it must be
 * `new,old`. Otherwise, creates a new key in the data folder and removes the old one once it is no longer needed.
 * Changes nothing if a token is unreadable with these keys; `npm run secrets:rotate -- --forget-unreadable` deletes
 * such tokens.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { parseConfig } from '../src/config/config.ts';
import { beginKeyRotation, endKeyRotation } from '../src/config/key-file.ts';
import { loadSecrets } from '../src/config/secrets.ts';
import { openDatabase } from '../src/database/index.ts';
import { errorCode, Fault } from '../src/errors.ts';
import { requireAllReadable, resealTokens } from '../src/linking/rotate.ts';
import { createSeal } from '../src/linking/seal.ts';
import type { Terminal } from './terminal.ts';

const USAGE = 'Usage: npm run secrets:rotate [-- --forget-unreadable]\n';

const FORGET = `If that key is gone, delete the tokens that can't be decrypted, so that their members have to link again:
  npm run secrets:rotate -- --forget-unreadable
`;

/**
 * Runs the command.
 * @param open opens the database
 * @returns the exit code
 */
export async function rotateSecrets(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Terminal,
  open = openDatabase,
): Promise<number> {
  try {
    const options = { 'forget-unreadable': { type: 'boolean', default: false } } as const;
    const forgetsUnreadable = parseArgs({ args: [...args], options }).values['forget-unreadable'];
    const config = parseConfig(env);
    const sealNow = () => createSeal(loadSecrets(config, { mayCreateKey: false }).tokenKeys);
    // Opened first: the embedded database's lock ensures that no running Rolekeeper uses the key.
    const database = await open({ url: config.databaseUrl, dataDir: config.dataDir });
    try {
      if (!forgetsUnreadable) await requireAllReadable(database.prisma, sealNow());
      if (!config.secretKeys) beginKeyRotation(config.dataDir);
      const { resealed, lost } = await resealTokens(database.prisma, systemClock, sealNow(), {
        forgetsUnreadable,
      });
      if (!config.secretKeys) endKeyRotation(config.dataDir);
      stdout.write(`${resealed} encrypted again with the newest key, ${lost} unreadable ones removed.\n`);
      if (config.secretKeys)
        stdout.write('Once every process runs with both keys, leave only the new one in SECRET_KEY.\n');
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    const code = errorCode(error);
    const isUsage = code?.startsWith('ERR_PARSE_ARGS') === true;
    if (!(error instanceof Error && (error instanceof Fault || isUsage))) throw error;
    const hint = isUsage ? USAGE : code === 'SECRET_KEY_DIFFERS' ? FORGET : '';
    stderr.write(`${error.message}\n${hint}`);
    return 1;
  }
}

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile();
  process.exitCode = await rotateSecrets(process.argv.slice(2), process.env, process);
}
