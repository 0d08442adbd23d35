/** Prints the API key of the embedded Commerce Service: `npm run api-key`. */
import { existsSync } from 'node:fs';
import { parseConfig } from '../src/config/config.ts';
import { loadSecrets } from '../src/config/secrets.ts';
import { Fault } from '../src/errors.ts';

try {
  if (existsSync('.env')) process.loadEnvFile();
  const { commerceApiKey } = loadSecrets(parseConfig(process.env), { mayCreateKey: false });
  process.stdout.write(`${commerceApiKey}\n`);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
