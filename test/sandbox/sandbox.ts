import { REST } from '@discordjs/rest';
import { Client, type ClientOptions, Events, GatewayIntentBits } from 'discord.js';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';

/** How a client without a library says what it is; the platform takes no other. */
export const USER_AGENT = 'DiscordBot (https://rolekeeper.example.org, 1.0.0)';

export const TOKEN = 'the-token.of-the.sandbox-in-tests';

/** A clock that stands still until it is moved. */
function stoppedClock(start = '2026-11-21T12:00:00Z') {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

/** A sandbox that listens, until the test ends. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const port = options.baseUrl ? Number(new URL(options.baseUrl).port) : await freePort();
  const clock = stoppedClock();
  const baseUrl = `http://127.0.0.1:${port}`;
  const sandbox = await createSandbox({
    clock,
    log: quietLog,
    baseUrl,
    token: TOKEN,
    file: undefined,
    ...options,
  });
  const app = buildApp({ log: quietLog });
  await app.register(sandbox.routes);
  await app.listen({ host: '127.0.0.1', port });
  const stop = async () => {
    await sandbox.close();
    await app.close();
  };
  onTestFinished(stop);
  return { sandbox, clock, baseUrl, stop, ...shortcuts(sandbox) };
}

/** Calls the REST interface as itself, without a library that waits, retries or explains. */
function shortcuts(sandbox: Sandbox) {
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.apiUrl}/v10${path}`, {
      method,
      headers: { authorization: `Bot ${TOKEN}`, 'user-agent': USER_AGENT, ...headers },
    });
  const send = (method: string, path: string, body: unknown, authorization = `Bot ${TOKEN}`) =>
    fetch(`${sandbox.apiUrl}/v10${path}`, {
      method,
      headers: { authorization, 'user-agent': USER_AGENT, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const member = (username: string): string => {
    const user = sandbox.community.state.users.values().find((candidate) => candidate.username === username);
    if (!user) throw new Error(`Nobody is called ${username}.`);
    return user.id;
  };
  const role = (name: string): string => {
    const found = sandbox.community
      .guild(sandbox.guildId)
      ?.roles.values()
      .find((candidate) => candidate.name === name);
    if (!found) throw new Error(`No role is called ${name}.`);
    return found.id;
  };
  const rolePath = (username: string, roleName: string) =>
    `/guilds/${sandbox.guildId}/members/${member(username)}/roles/${role(roleName)}`;
  const rolesOf = (username: string): string[] | undefined =>
    sandbox.community.guild(sandbox.guildId)?.members.get(member(username))?.roles;
  return { call, send, member, role, rolePath, rolesOf };
}

/** The real library's client, connected and ready. */
export async function connectClient(
  sandbox: Sandbox,
  options: Partial<ClientOptions> = {},
  listen: (client: Client) => void = () => {},
) {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers],
    rest: { api: sandbox.apiUrl, version: '10' },
    ...options,
  });
  onTestFinished(() => client.destroy());
  listen(client);
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(TOKEN);
  await ready;
  return { client, guild: await client.guilds.fetch(sandbox.guildId) };
}

/** The real library's REST client. */
export const connectRest = (sandbox: Sandbox, options: ConstructorParameters<typeof REST>[0] = {}) =>
  new REST({ api: sandbox.apiUrl, version: '10', ...options }).setToken(TOKEN);
