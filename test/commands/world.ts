import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComponentType, Locale, MessageFlags, RequestMethod, Routes } from 'discord.js';
import { pino } from 'pino';
import Type from 'typebox';
import Value from 'typebox/value';
import { afterEach, beforeEach } from 'vitest';

import { commands } from '../../commands/index.ts';
import { queueSync } from '../../src/access/index.ts';
import { DEFAULT_POLICY, type Policy, saveMapping } from '../../src/access/mappings/mappings.ts';
import { openBot } from '../../src/composition/bot.ts';
import { openCommerce } from '../../src/composition/commerce.ts';
import { containerOn } from '../../src/composition/container.ts';
import { guildAccess } from '../../src/composition/guild-access.ts';
import { openIntake } from '../../src/composition/intake.ts';
import { listen } from '../../src/composition/listen.ts';
import { openSandbox } from '../../src/composition/sandbox.ts';
import { openWorker } from '../../src/composition/worker.ts';
import { parseConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/database/index.ts';
import type { Command } from '../../src/discord/commands/command.ts';
import { toDefinitions } from '../../src/discord/commands/definition.ts';
import { registerCommands } from '../../src/discord/commands/register.ts';
import { createRateLimits, PAID_ROLES, type Sandbox } from '../../src/sandbox/index.ts';
import { USER_AGENT } from '../sandbox/sandbox.ts';
import { hurriedClock } from '../support/clocks.ts';
import { openTestDatabase } from '../support/database.ts';
import { keepLogged } from '../support/log.ts';
import { freePort } from '../support/ports.ts';
import { waitFor, waitUntil } from '../support/wait.ts';
import { talk } from './talk.ts';
import { troublesome } from './trouble.ts';

/** A channel that all members can use. */
export const GENERAL = '1085128214742831114';

/** Secret for the webhooks of an external Commerce Service. */
const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** Returns a clock that runs from `start` at normal speed and can be advanced. Its `wait` returns at once. */
function movableClock(start: number) {
  const began = Date.now();
  let ahead = 0;
  return {
    now: () => new Date(start + Date.now() - began + ahead),
    wait: async () => undefined,
    pass(milliseconds: number) {
      ahead += milliseconds;
    },
  };
}

/**
 * Starts the environment for command tests: the sandbox with its members, the bot with its database and, on request,
 * the worker and the Commerce Service. Close it in `afterAll`.
 */
export async function startWorld(
  wanted: {
    readonly more?: readonly Command[];
    readonly worker?: boolean;
    readonly commerce?: boolean;
    readonly intake?: boolean;
    /** Whether the clock starts now; by default it starts at noon of a fixed day. */
    readonly isRightNow?: boolean;
    readonly commerceUrl?: string;
    /** Prepares the server before the bot connects, so that the bot receives no events about it. */
    readonly found?: (sandbox: Sandbox) => void;
    /** Database to use, closed with the world; a new one by default. */
    readonly database?: Database;
  } = {},
) {
  const opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = wanted.database ?? (await openTestDatabase());
  opened.defer(() => database.close());
  const logged: string[] = [];
  const write = (line: string) => {
    logged.push(line);
    keepLogged(line);
  };
  const log = pino({ level: 'info', base: null }, { write });
  const clock = movableClock(wanted.isRightNow ? Date.now() : Date.parse('2026-11-21T12:00:00Z'));
  const config = parseConfig({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ...(wanted.commerceUrl && {
      COMMERCE_URL: wanted.commerceUrl,
      COMMERCE_API_KEY: 'key_of_the_tests_1',
      COMMERCE_WEBHOOK_SECRET: SECRET,
    }),
  });
  const shared = await containerOn(database, { config, clock, log }, opened);
  // Scheduled work, such as the sweep at every quarter of an hour, would run whenever the machine's clock says so.
  const container = { ...shared, jobs: { ...shared.jobs, schedule: async () => undefined } };
  // The clock of interactions runs at normal speed; the platform's limits, which no command is about, have another.
  const sandbox = await openSandbox(container, undefined, {
    take: createRateLimits(hurriedClock()),
    file: undefined,
  });
  wanted.found?.(sandbox);
  const service = await troublesome(container.app);
  const commerce = wanted.commerce ? await openCommerce(container) : undefined;
  const seeded = await commerce?.seed();
  if (wanted.intake) await openIntake(container);
  await listen(container);
  opened.defer(() => container.jobs.stop());
  const access = guildAccess(container, sandbox);
  if (!access) throw new Error('There is no way to the sandbox.');
  const offered = [...commands, ...(wanted.more ?? [])];
  if (wanted.worker) await openWorker(container, access, () => undefined);
  let bot = await openBot(container, access, offered);
  // Otherwise the work that the bot queues on connecting would run during the test.
  if (wanted.worker) await waitUntil(() => hasCaughtUp(database));

  const { community, guildId } = sandbox;
  const member = (username: string): string => {
    const user = community.state.users.values().find((each) => each.username === username);
    if (!user) throw new Error(`Nobody is called ${username}.`);
    return user.id;
  };
  let memberships = 0;
  return {
    sandbox,
    clock,
    logged,
    prisma: database.prisma,
    seeded: seeded ?? { productId: '', plans: [] },
    service,
    commerce: container.commerce,
    /** Sends a POST to the Commerce Service with our key, as an external program would. */
    async order(path: string, body: object): Promise<unknown> {
      const response = await fetch(`${config.localUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${container.secrets.commerceApiKey}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    ourUrl: `${config.localUrl}/webhooks/commerce`,
    guildId,
    member,
    roles: PAID_ROLES,
    /** The owner, who may manage the server. Other members may not. */
    owner: () => talk(sandbox, member('mira.solberg'), GENERAL),
    german: () => talk(sandbox, member('mira.solberg'), GENERAL, Locale.German),
    as: (username: string, channelId = GENERAL) => talk(sandbox, member(username), channelId),
    rolesOf: (username: string) => community.guild(guildId)?.members.get(member(username))?.roles ?? [],
    /**
     * Opens a second bot that receives the same events. `isEmbedded` makes it skip the gateway lease, like an instance
     * that was paused and hasn't noticed its loss.
     */
    openAnotherBot: () =>
      openBot({ ...container, database: { ...container.database, isEmbedded: true } }, access, offered),
    async restartBot() {
      await bot.close();
      bot = await openBot(container, access, offered);
    },
    register: (guildIds: readonly string[] = [guildId]) =>
      registerCommands({ call: access.call, prisma: database.prisma, log, commands: offered }, guildIds),
    /** Shows all commands to every member of a guild, as its admins can do in the settings. */
    showToAll: (inGuild = guildId) =>
      access.call(
        RequestMethod.Put,
        Routes.applicationGuildCommands(community.state.application.id, inGuild),
        {
          body: toDefinitions(offered).map((each) => ({ ...each, default_member_permissions: null })),
          signal: AbortSignal.timeout(10_000),
        },
      ),
    /** Posts a message of the bot with these controls. @returns its id */
    async post(controls: readonly object[], channelId = GENERAL): Promise<string> {
      const body = {
        components: [{ type: ComponentType.ActionRow, components: controls }],
        flags: MessageFlags.IsComponentsV2,
      };
      const response = await fetch(`${access.apiUrl}/v10${Routes.channelMessages(channelId)}`, {
        method: 'POST',
        headers: {
          authorization: `Bot ${access.token}`,
          'user-agent': USER_AGENT,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      return Value.Parse(Type.Object({ id: Type.String() }), await response.json()).id;
    },
    map: (roleId: string, sourceId: string, policy: Partial<Policy> = {}) =>
      saveMapping(database.prisma, {
        guildId,
        roleId,
        sourceId,
        condition: 'valid',
        ...DEFAULT_POLICY,
        ...policy,
      }),
    /** Adds a membership to the mirror. */
    async buy(
      username: string,
      planId: string,
      more: { status?: string; valid?: boolean; free?: boolean; chatProven?: boolean; startedAt?: Date } = {},
    ) {
      memberships += 1;
      const at = new Date('2026-11-01T08:00:00Z');
      await database.prisma.mirroredMembership.create({
        data: {
          id: `mem_${memberships}`,
          planId,
          chatUserId: member(username),
          chatConnectedAt: at,
          status: 'active',
          valid: true,
          observation: 1,
          observedAt: at,
          ...more,
          ...(more.valid === false && { endedAt: at }),
        },
      });
    },
    /** Queues a sync of a member, without an order by an admin. */
    sync: (username: string) =>
      queueSync(
        { send: container.jobs.send, clock },
        { guildId, userId: member(username) },
        { urgency: 'live', mayTake: true },
      ),
    /** Waits for a log line that contains this text, and returns it. */
    inLog: (text: string) => waitFor(() => entry(logged, text)),
    close: () => opened.disposeAsync(),
  };
}

async function hasCaughtUp({ prisma }: Database): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ hasBegun: boolean; isBusy: boolean }[]>`
    SELECT bool_or(name = 'access.problems-due') AS "hasBegun", bool_or(state <= 'active') AS "isBusy"
    FROM pgboss.job WHERE name LIKE 'access.%'`;
  return row?.hasBegun === true && !row.isBusy;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

function entry(logged: readonly string[], text: string): string {
  const line = logged.find((each) => each.includes(text));
  if (line === undefined) throw new Error(`The log says nothing of ${text}.`);
  return line;
}

/**
 * Starts a world for each test of a file, so that the tests pass alone and in any order.
 * @param prepare sets up each world before its test
 */
export function useWorld(
  wanted: Parameters<typeof startWorld>[0] = {},
  prepare: (world: World) => unknown = () => undefined,
): () => World {
  let world: World | undefined;
  beforeEach(async () => {
    world = await startWorld(wanted);
    await prepare(world);
  });
  afterEach(() => world?.close());
  return () => {
    if (!world) throw new Error('The world is there within tests only.');
    return world;
  };
}
