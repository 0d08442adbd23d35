/**
 * Prints the environment variables with which other processes use this process's sandbox instead of the chat platform:
 * `npm run -s sandbox:access`.
 */
import { existsSync } from 'node:fs';
import { parseConfig } from '../src/config/config.ts';
import { loadSecrets } from '../src/config/secrets.ts';
import { Fault } from '../src/errors.ts';
import { SEED } from '../src/sandbox/seed.ts';

try {
  if (existsSync('.env')) process.loadEnvFile();
  const config = parseConfig(process.env);
  const { sandboxToken, sandboxClientSecret } = loadSecrets(config, { mayCreateKey: false });
  const access = {
    DISCORD_API_URL: `${config.localUrl}/sandbox/api`,
    DISCORD_TOKEN: sandboxToken,
    DISCORD_GUILD_IDS: SEED.guildId,
    DISCORD_CLIENT_ID: SEED.botId,
    DISCORD_CLIENT_SECRET: sandboxClientSecret,
  };
  for (const [name, value] of Object.entries(access)) process.stdout.write(`${name}=${value}\n`);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
