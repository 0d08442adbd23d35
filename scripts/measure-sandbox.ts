import { once } from 'node:events';
import { REST } from '@discordjs/rest';
import { Client, Events, GatewayIntentBits, Routes } from 'discord.js';
import { systemClock } from '../src/clock.ts';
import { buildApp } from '../src/http/app.ts';
import { createLog } from '../src/observability/log.ts';
import { createSandbox } from '../src/sandbox/index.ts';

// Prints how long a client of a large community waits: 50 guilds with 10,000 members each. Fails if that is above the
// limits. Run `npm run measure:sandbox`, which raises the heap limit for half a million members.
const GUILDS = 50;
const MEMBERS = 10_000;
const PORT = 39_471;
/** Number of pages requested: a single one may coincide with a pause of the machine. */
const SAMPLES = 15;

/** Limits of the client's waiting time, in milliseconds. */
const MOST = { ready: 5_000, page: 50 };

const log = createLog('silent');
const token = 'sandbox.measure';
const baseUrl = `http://127.0.0.1:${PORT}`;
const sandbox = await createSandbox({ clock: systemClock, log, baseUrl, token, file: undefined });
for (let i = 1; i < GUILDS; i += 1) sandbox.community.createGuild(`Guild ${i}`, MEMBERS);
const app = buildApp({ log });
await app.register(sandbox.routes);
await app.listen({ host: '127.0.0.1', port: PORT });

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers],
  rest: { api: sandbox.apiUrl, version: '10' },
});
const start = performance.now();
const ready = once(client, Events.ClientReady);
await client.login(token);
await ready;
print(`READY with ${client.guilds.cache.size} guilds`, performance.now() - start);
const guilds = [...client.guilds.cache.values()];
const first = await guilds.at(-1)?.members.fetch();
print(`READY and all chunks of one guild with ${first?.size} members`, performance.now() - start, MOST.ready);
for (const guild of guilds.slice(0, -1)) await guild.members.fetch();
print(`READY and all chunks of all ${client.users.cache.size} users`, performance.now() - start);

const rest = new REST({ api: sandbox.apiUrl, version: '10' }).setToken(token);
const route = Routes.guildMembers(guilds.at(-1)?.id ?? '');
await rest.get(route, { query: new URLSearchParams({ limit: '1000' }) });
const pages: number[] = [];
for (let i = 0; i < SAMPLES; i += 1) {
  const since = performance.now();
  await rest.get(route, { query: new URLSearchParams({ limit: '1000' }) });
  pages.push(performance.now() - since);
}
const median = pages.toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)];
print(`A page of 1,000 members, the median of ${SAMPLES}`, median, MOST.page);

await client.destroy();
await sandbox.close();
await app.close();

function print(what: string, taken = Number.NaN, most = Number.POSITIVE_INFINITY): void {
  const limit = Number.isFinite(most) ? ` (at most ${most} ms)` : '';
  process.stdout.write(`${what}: ${taken.toFixed(0)} ms${limit}\n`);
  if (!(taken <= most)) process.exitCode = 1;
}
