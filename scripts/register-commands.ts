/** Registers the commands in every server of DISCORD_GUILD_IDS, even if unchanged: `npm run commands:register`. */
import { existsSync } from 'node:fs';
import { commands } from '../commands/index.ts';
import { systemClock } from '../src/clock.ts';
import { parseConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/database/index.ts';
import { createCaller } from '../src/discord/caller.ts';
import { registerCommands } from '../src/discord/commands/register.ts';
import { createRest } from '../src/discord/rest.ts';
import { Fault } from '../src/errors.ts';
import { createLog } from '../src/observability/log.ts';

try {
  if (existsSync('.env')) process.loadEnvFile();
  const { discord, databaseUrl, dataDir, logLevel } = parseConfig(process.env);
  if (!discord) {
    throw new Fault(
      'CONFIG_INVALID',
      'Set DISCORD_TOKEN and DISCORD_GUILD_IDS. In the sandbox the bot registers its commands when it starts.',
    );
  }
  await using database = await opened(databaseUrl, dataDir);
  const call = createCaller(createRest(discord), discord.token, systemClock);
  const deps = { call, prisma: database.prisma, log: createLog(logLevel), commands };
  const failed = await registerCommands(deps, discord.guildIds, { force: true });
  process.stdout.write(`Registered in ${discord.guildIds.length - failed.length} servers.\n`);
  if (failed.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function opened(url: string | undefined, dataDir: string) {
  const database = await openDatabase({ url, dataDir });
  return { prisma: database.prisma, [Symbol.asyncDispose]: () => database.close() };
}
