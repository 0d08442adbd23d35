/** Prints the API key of the embedded Commerce Service: `npm run api-key`. */
import { existsSync } from 'node:fs';
import { parseConfig } from '../src/config.ts';
import { loadSecrets } from '../src/secrets.ts';

if (existsSync('.env')) process.loadEnvFile();
process.stdout.write(`${loadSecrets(parseConfig(process.env)).commerceApiKey}\n`);
