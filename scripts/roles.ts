/**
 * Lists, creates and removes mappings without the chat: `npm run roles -- list`, `npm run roles -- map --role ID
 * --source plan_ID`, `npm run roles -- unmap --role ID --source plan_ID`. An operator with access to the database and
 * the bot's token may do this, so permissions in the chat aren't checked. The worker applies the change when it runs.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Type from 'typebox';
import Value from 'typebox/value';
import { mapRole, unmapRole } from '../src/access/mappings/change-mappings.ts';
import { DEFAULT_POLICY, listMappings } from '../src/access/mappings/mappings.ts';
import type { Mapping } from '../src/access/state.ts';
import { systemClock } from '../src/clock.ts';
import { queues } from '../src/composition/container.ts';
import { parseConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/database/index.ts';
import { createCaller } from '../src/discord/caller.ts';
import { createCommunity } from '../src/discord/community.ts';
import { createRest } from '../src/discord/rest.ts';
import { errorCode, Fault } from '../src/errors.ts';
import { startJobs } from '../src/jobs/index.ts';
import { MAX_DAYS } from '../src/limits.ts';
import { createLog } from '../src/observability/log.ts';
import { createMetrics } from '../src/observability/metrics.ts';
import type { Terminal } from './terminal.ts';

/** Timeout of calls to the chat platform, in milliseconds. */
const TIMEOUT = 30_000;

const USAGE = `Usage:
  npm run roles -- list [--guild ID]
  npm run roles -- map --role ID --source plan_ID|prod_ID [--guild ID] [--condition valid|past_due]
      [--at-end remove|keep|kick] [--grace-days 0…${MAX_DAYS}] [--orphans keep|strip] [--skip-screening] [--give-powers]
  npm run roles -- unmap --role ID --source plan_ID|prod_ID [--guild ID] [--condition valid|past_due]
`;

const Given = Type.Object({
  role: Type.String({ pattern: '^\\d{17,20}$' }),
  source: Type.String({ pattern: '^(plan|prod)_' }),
  condition: Type.Enum(['valid', 'past_due']),
  'at-end': Type.Enum(['remove', 'keep', 'kick']),
  'grace-days': Type.String({ pattern: '^\\d{1,3}$' }),
  orphans: Type.Enum(['keep', 'strip']),
});

/**
 * Parses the command line.
 * @throws Fault `USAGE` if it doesn't match `USAGE`
 */
function read(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      guild: { type: 'string' },
      role: { type: 'string' },
      source: { type: 'string' },
      condition: { type: 'string', default: 'valid' },
      'at-end': { type: 'string', default: DEFAULT_POLICY.atEnd },
      'grace-days': { type: 'string', default: String(DEFAULT_POLICY.graceDays) },
      orphans: { type: 'string', default: DEFAULT_POLICY.orphans },
      'skip-screening': { type: 'boolean', default: false },
      'give-powers': { type: 'boolean', default: false },
    },
  });
  const [action, ...others] = positionals;
  if (others.length > 0) throw new Fault('USAGE', USAGE);
  if (action === 'list') return { action, guild: values.guild } as const;
  if ((action !== 'map' && action !== 'unmap') || !Value.Check(Given, values))
    throw new Fault('USAGE', USAGE);
  const terms = {
    roleId: values.role,
    sourceId: values.source,
    condition: values.condition,
    atEnd: values['at-end'],
    graceDays: Number(values['grace-days']),
    orphans: values.orphans,
    waitForScreening: !values['skip-screening'],
  };
  return { action, guild: values.guild, terms, givesPowers: values['give-powers'] } as const;
}

/** Returns the named guild, or the only one. */
function guildOf(named: string | undefined, guildIds: readonly string[]): string {
  const [only, ...others] = guildIds;
  const guildId = named ?? (others.length === 0 ? only : undefined);
  if (guildId !== undefined && guildIds.includes(guildId)) return guildId;
  throw new Fault('GUILD_UNKNOWN', `Choose one of DISCORD_GUILD_IDS with --guild: ${guildIds.join(', ')}.`);
}

const describe = ({ roleId, sourceId, condition, atEnd, graceDays, orphans, waitForScreening }: Mapping) =>
  `${sourceId} gives role ${roleId} while ${condition}; at the end: ${atEnd}; grace: ${graceDays} days; ` +
  `orphans: ${orphans}; ${waitForScreening ? 'waits for' : 'skips'} screening\n`;

/**
 * Runs the command.
 * @param open opens the database
 * @returns the exit code
 */
export async function roles(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Terminal,
  open = openDatabase,
): Promise<0 | 1> {
  try {
    const wanted = read(args);
    const { discord, databaseUrl, dataDir } = parseConfig(env);
    if (!discord)
      throw new Fault(
        'CONFIG_INVALID',
        'Set DISCORD_TOKEN and DISCORD_GUILD_IDS. "npm run sandbox:access" prints those of a running sandbox.',
      );
    const guildId = guildOf(wanted.guild, discord.guildIds);
    await using opened = new AsyncDisposableStack();
    const database = await open({ url: databaseUrl, dataDir });
    opened.defer(() => database.close());
    const { prisma } = database;
    if (wanted.action === 'list') {
      const mappings = await listMappings(prisma, guildId);
      stdout.write(mappings.map(describe).join('') || 'No role is mapped yet.\n');
    } else {
      const clock = systemClock;
      const jobs = await startJobs({ database, queues, log: createLog('warn'), metrics: createMetrics() });
      opened.defer(() => jobs.stop());
      const community = createCommunity(createCaller(createRest(discord), discord.token, clock));
      const deps = { prisma, clock, community, send: jobs.send };
      const mapping = { ...wanted.terms, guildId };
      const signal = AbortSignal.timeout(TIMEOUT);
      if (wanted.action === 'map') {
        const confirmedPowers = wanted.givesPowers ? 'all' : [];
        await mapRole(deps, mapping, { by: null, confirmedPowers }, signal);
        stdout.write(`Mapped: ${describe(mapping)}`);
      } else if (await unmapRole(deps, mapping, null, signal)) stdout.write('The mapping was removed.\n');
      else
        throw new Fault(
          'NO_MAPPING',
          'This mapping doesn’t exist. "npm run roles -- list" shows all mappings.',
        );
    }
    return 0;
  } catch (error) {
    const isUsage = errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
    if (!(error instanceof Error && (error instanceof Fault || isUsage))) throw error;
    stderr.write(isUsage ? `${error.message}\n${USAGE}` : `${error.message}\n`);
    return 1;
  }
}

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile();
  process.exitCode = await roles(process.argv.slice(2), process.env, process);
}
