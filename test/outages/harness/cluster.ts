import { onTestFinished } from 'vitest';
import { DEFAULT_POLICY, saveMapping } from '../../../src/access/mappings/mappings.ts';
import { systemClock } from '../../../src/clock.ts';
import { openDatabase } from '../../../src/database/index.ts';
import { SECRET } from '../../intake/support.ts';
import { TOKEN } from '../../sandbox/sandbox.ts';
import { openChat } from '../../storm/chat.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase, hasServer } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { userOf } from '../../support/journey.ts';
import { freePort } from '../../support/ports.ts';
import { hasPostgres, openPostgres } from '../../support/postgres.ts';
import { type RolekeeperProcess, startProcess } from '../../support/process.ts';
import { wireTo } from '../../support/wire.ts';
import { isHonoured } from './lost.ts';
import { openSickbed } from './sickbed.ts';

/** Each guild takes one change of a role a second: several take as much as the load makes. */
const GUILDS = 4;
const PEOPLE = 10;

export const API_KEY = 'key_for_the_tests_of_faults';

export const PARTS = ['commerce', 'intake', 'worker', 'bot'] as const;
export type Part = (typeof PARTS)[number];

/** Whether there is a PostgreSQL server for it: one of the test's own, or one that answers. */
export const canCluster = hasPostgres || hasServer;

export interface ClusterOptions {
  /** How often the chat wants to hear from its bot, in milliseconds. */
  readonly heartbeatInterval?: number;
}

/**
 * Each part a process of its own, as a large deployment has them, with a wire to everything that it reaches: the
 * database, the chat, the Commerce Service and the intake. The chat itself is here, and lives on.
 */
export async function startCluster({ heartbeatInterval }: ClusterOptions = {}) {
  const postgres = hasPostgres ? await openPostgres() : undefined;
  const url = postgres?.url ?? (await emptyDatabase());
  const at = async () => `http://127.0.0.1:${await freePort()}`;
  const addresses = { commerce: await at(), intake: await at(), worker: await at(), bot: await at() };
  const chatPort = await freePort();
  const sickbed = await openSickbed(addresses.commerce);
  const wires = {
    database: await wireTo(url),
    chat: await wireTo(`http://127.0.0.1:${chatPort}`),
    service: await wireTo(sickbed.url),
    intake: await wireTo(addresses.intake),
  };
  const chat = await openChat(systemClock, {
    port: chatPort,
    baseUrl: wires.chat.url,
    ...(heartbeatInterval !== undefined && { heartbeatInterval }),
  });
  onTestFinished(() => chat.close());
  const guilds = Array.from({ length: GUILDS }, () => foundCrew(chat.sandbox, PEOPLE, 2));
  for (const { guildId, people, roles } of guilds)
    for (const [n, userId] of people.entries())
      if (isHonoured(n)) chat.sandbox.community.giveRole(guildId, userId, roles[1] ?? '');

  const common = {
    DATABASE_URL: wires.database.url,
    SECRET_KEY: 'only for the tests; thirty-two of it',
    LOG_LEVEL: 'warn',
    COMMERCE_WEBHOOK_SECRET: SECRET,
    COMMERCE_API_KEY: API_KEY,
  };
  const bot = {
    DISCORD_TOKEN: TOKEN,
    DISCORD_API_URL: chat.sandbox.apiUrl,
    COMMERCE_URL: wires.service.url,
    DISCORD_GUILD_IDS: guilds.map(({ guildId }) => guildId).join(),
  };
  const variables: Readonly<Record<Part, Record<string, string>>> = {
    commerce: { PUBLIC_URL: wires.intake.url, COMMERCE_RATE_LIMIT: '1000' },
    intake: {},
    worker: bot,
    bot,
  };
  const processes = new Map<Part, RolekeeperProcess>();
  /** @param extra variables that this one run has besides */
  const start = async (part: Part, extra: Record<string, string> = {}) => {
    const { port } = new URL(addresses[part]);
    const own = { PORT: port, DATA_DIR: await temporaryFolder(), PARTS: part };
    const running = startProcess({ ...common, ...own, ...variables[part], ...extra });
    processes.set(part, running);
    await running.printed('Rolekeeper is running');
  };
  const statusOf = (part: Part, path: string) =>
    fetch(`${addresses[part]}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      () => undefined,
    );
  await start('commerce');
  await Promise.all([start('intake'), start('worker'), start('bot')]);
  const crews = await sell(url, addresses.commerce, guilds);
  return {
    chat,
    postgres,
    url,
    wires,
    addresses,
    sickbed,
    guilds: crews,
    people: peopleOf(crews),
    start,
    kill: (part: Part) => processes.get(part)?.end('SIGKILL'),
    /** Whether each part says that it can do its work. */
    readiness: () => Promise.all(PARTS.map((part) => statusOf(part, '/readyz'))),
    output: (part: Part) => processes.get(part)?.output() ?? '',
    statusOf,
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Each guild sells a plan of its own, which gives its first role; nothing gives the second. */
async function sell(url: string, commerce: string, guilds: readonly ReturnType<typeof foundCrew>[]) {
  const database = await openDatabase({ url, dataDir: '' });
  const crews = [];
  for (const crew of guilds) {
    const plan = await userOf(commerce, API_KEY).createPlan({ initial_price: 9 });
    const [roleId = ''] = crew.roles;
    const mapping = { guildId: crew.guildId, roleId, sourceId: plan.id, condition: 'valid' as const };
    await saveMapping(database.prisma, { ...mapping, ...DEFAULT_POLICY });
    crews.push({ ...crew, checkout: new URL(plan.direct_link).pathname });
  }
  await database.close();
  return crews;
}

/** Somebody who buys and ends, and what they have now. */
export interface Person {
  readonly userId: string;
  /** Where they buy, below the Commerce Service's address. */
  readonly checkout: string;
  membershipId?: string;
  isBusy: boolean;
}

/** Person by person of all guilds in turn, so that each of them gets as much to do. */
const peopleOf = (crews: Awaited<ReturnType<typeof sell>>): Person[] =>
  Array.from({ length: PEOPLE }, (_, n) =>
    crews.map(({ people, checkout }) => ({ userId: people[n] ?? '', checkout, isBusy: false })),
  ).flat();
