import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import Type from 'typebox';
import Value from 'typebox/value';
import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings/mappings.ts';
import { freePort } from '../../test/support/ports.ts';
import { type Chat, startChat } from '../chat/chat.ts';
import { now } from '../chat/now.ts';
import type { Reported } from '../chat/questions.ts';
import type { Home, Store } from '../home.ts';
import { startProgram } from '../program.ts';

/** Number of servers with buyers. The platform allows five role changes in ten seconds per server. */
const GUILDS = 5;

/** Interval between purchases, in milliseconds. Spread over all servers, it stays within their limits. */
const PACE = 450;

/** Timeout for the last role, in milliseconds. */
const PATIENCE = 10_000;

const API_KEY = randomBytes(24).toString('base64url');

const Plan = Type.Object({ id: Type.String(), direct_link: Type.String() });

/** Duration of a purchase, in milliseconds. */
export interface Buying {
  /** Time until the role was given. */
  readonly total: number;
  /** The platform's share of it. */
  readonly platform: number;
}

/**
 * Starts a whole Rolekeeper with a shop, and a chat platform with buyers: each server has its own plan.
 * @param variables further environment variables
 */
export async function openCommunity(home: Home, isQuick: boolean, variables = {}) {
  const wanted = { guilds: isQuick ? 2 : GUILDS, people: isQuick ? 20 : 100, roles: 1 };
  const chat = await startChat({ ...wanted, isLimited: true });
  const store = await home.create();
  const port = String(await freePort());
  const start = (more = {}) =>
    startProgram({
      ...store.variables,
      ...more,
      PORT: port,
      COMMERCE_API_KEY: API_KEY,
      DISCORD_TOKEN: chat.token,
      DISCORD_API_URL: chat.apiUrl,
      DISCORD_GUILD_IDS: chat.guilds.map(({ guildId }) => guildId).join(),
    });
  const first = await start();
  const shops = await openShops(`http://127.0.0.1:${port}`, chat);
  await first.end();
  await mapEach(store, shops);
  const program = await start(variables);
  const buyers = inTurns(shops).values();
  return {
    /** Makes purchases, each by another person. @param latency of each call to the platform, in milliseconds */
    async buy(count: number, latency: number): Promise<Buying[]> {
      await chat.begin(latency);
      const bought = new Map<string, number>();
      for (const { userId, link } of buyers.take(count)) {
        bought.set(userId, now());
        const buyer = { email: `${userId}@example.com`, community_chat_id: userId };
        await post(link, { ...buyer, card_number: '4242424242424242' });
        await setTimeout(PACE);
      }
      return measure(bought, await reportOn(chat, bought));
    },
    async close() {
      await program.end();
      await store.remove();
      await chat.end();
    },
  };
}

const createPlan = async (url: string) =>
  Value.Parse(Plan, await post(`${url}/api/v2/plans`, { initial_price: 10 }));

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${API_KEY}`,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

type Shop = Chat['guilds'][number] & { readonly planId: string; readonly link: string };

const openShops = (url: string, { guilds }: Chat): Promise<readonly Shop[]> =>
  Promise.all(
    guilds.map(async (guild) => {
      const { id: planId, direct_link: link } = await createPlan(url);
      return { ...guild, planId, link };
    }),
  );

async function mapEach(store: Store, shops: readonly Shop[]): Promise<void> {
  const database = await store.open();
  for (const { guildId, roles, planId: sourceId } of shops)
    for (const roleId of roles) {
      const mapping = { guildId, roleId, sourceId, condition: 'valid' as const };
      await saveMapping(database.prisma, { ...mapping, ...DEFAULT_POLICY });
    }
  await database.close();
}

/** Orders buyers by taking one from each server in turn. */
const inTurns = (shops: readonly Shop[]): readonly { readonly userId: string; readonly link: string }[] =>
  Array.from({ length: shops[0]?.people.length ?? 0 }, (_, n) =>
    shops.map(({ people, link }) => ({ userId: people[n] ?? '', link })),
  ).flat();

/** Waits until all buyers have the role, and their members have been read back. */
async function reportOn(chat: Chat, bought: ReadonlyMap<string, number>): Promise<Reported> {
  for (let waited = 0; ; waited += PACE) {
    const report = await chat.report();
    if ([...bought.keys()].every((userId) => report.changes[userId] !== undefined)) return report;
    if (waited > PATIENCE) throw new Error('Somebody who bought has no role.');
    await setTimeout(PACE);
  }
}

function measure(bought: ReadonlyMap<string, number>, { changes, calls }: Reported): Buying[] {
  return [...bought].map(([userId, at]) => {
    const there = changes[userId] ?? Number.NaN;
    const path = calls.filter((call) => call.userId === userId && call.status < 300 && call.begun < there);
    const platform = path.reduce((sum, { begun, ended }) => sum + Math.min(ended, there) - begun, 0);
    return { total: there - at, platform };
  });
}
