import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_POLICY, saveMapping } from '../../../src/access/mappings/mappings.ts';
import { systemClock } from '../../../src/clock.ts';
import { openDatabase } from '../../../src/database/index.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase, hasServer, query } from '../../support/empty-database.ts';
import { openChat } from '../chat.ts';
import { sendUntilTaken } from '../send.ts';
import { openShop } from '../shop.ts';
import { startProcesses } from './processes.ts';
import { quiet } from './quiet.ts';

const SEED = Number(process.env['STORM_SEED'] ?? 20261121);
const EVENTS = Number(process.env['STORM_EVENTS'] ?? 100_000);

/** Each guild takes one role change a second; each member of one has a membership that begins and ends. */
const GUILDS = 20;
const PEOPLE = 50;

/** How many senders there are at the same time. */
const SENDERS = 40;

/** Each so many events one is sent twice, as by a sender that didn't hear the answer. */
const TWICE = 20;

/** Each guild sells its own. */
const planOf = (guildId: string) => `plan_of_${guildId}`;

const PARTS = ['intake', 'intake', 'worker', 'worker', 'bot'];

test.runIf(hasServer)(
  `two intakes, two workers and a bot take ${EVENTS} events, each killed once meanwhile: nothing is lost or doubled`,
  { timeout: 3_600_000 },
  async () => {
    const chat = await openChat(systemClock);
    const shop = await openShop();
    const url = await emptyDatabase();
    const database = await openDatabase({ url, dataDir: '' });
    onTestFinished(async () => {
      await database.close();
      await chat.close();
      shop.close();
    });
    const { prisma } = database;
    const guilds = Array.from({ length: GUILDS }, () => foundCrew(chat.sandbox, PEOPLE, 1));
    for (const { guildId, roles } of guilds) {
      const mapping = {
        guildId,
        roleId: roles[0] ?? '',
        sourceId: planOf(guildId),
        condition: 'valid' as const,
      };
      await saveMapping(prisma, { ...mapping, ...DEFAULT_POLICY });
    }
    const members = guilds.flatMap(({ guildId, people, roles }) =>
      people.map((userId) => ({ guildId, userId, roleId: roles[0] ?? '', isValid: false })),
    );
    const guildIds = guilds.map(({ guildId }) => guildId);
    const processes = await startProcesses({ chat, shop, url, guildIds, parts: PARTS });

    const waits: number[] = [];
    const whose = fc.sample(fc.nat(members.length - 1), { seed: SEED, numRuns: EVENTS });
    const change = async (number: number) => {
      const member = members[whose[number] ?? 0];
      if (!member) return;
      member.isValid = !member.isValid;
      const [id, valid] = [`mem_${whose[number]}`, member.isValid];
      const status = valid ? 'active' : 'canceled';
      const plan = { id: planOf(member.guildId), mimic_plan_id: null };
      const chat = { product: null, user: `user_${id}`, community_chat: { id: member.userId } };
      const membership = { id, valid, status, plan, ...chat };
      shop.memberships.set(id, membership);
      const type = `membership.went_${valid ? 'valid' : 'invalid'}`;
      const event = { id: `msg_${number}`, type, timestamp: new Date().toISOString(), data: membership };
      const sent = { id: event.id, body: JSON.stringify(event) };
      waits.push(await sendUntilTaken(processes.hooks, sent));
      if (number % TWICE === 0) await sendUntilTaken(processes.hooks, sent);
    };
    const deaths = PARTS.map((_, number) => Math.floor(((number + 2) * EVENTS) / (PARTS.length + 4)));
    let next = 0;
    const begun = performance.now();
    const send = async () => {
      while (next < EVENTS) {
        const number = next++;
        if (deaths.includes(number)) processes.kill(deaths.indexOf(number));
        await change(number);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    const sent = performance.now() - begun;
    await processes.allRun();
    await quiet(prisma);
    const done = performance.now() - begun;

    const wrong = members.filter(
      ({ guildId, userId, roleId, isValid }) =>
        chat.sandbox.community.guild(guildId)?.members.get(userId)?.roles.includes(roleId) !== isValid,
    );
    const [[stored, unworked] = []] = await query(
      url,
      `SELECT count(*)::int, count(*) FILTER (WHERE worked_at IS NULL)::int FROM community.inbox_events`,
    );
    const changes = await prisma.roleChange.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] });
    const last = new Map<string, string>();
    const doubled = changes.filter(({ userId, kind }) => {
      const isSame = last.get(userId) === kind;
      last.set(userId, kind);
      return isSame;
    });
    waits.sort((one, other) => one - other);
    const at = (share: number) => `${waits[Math.floor(share * (waits.length - 1))]?.toFixed(0)} ms`;
    process.stdout.write(
      `  ${EVENTS} events (seed ${SEED}) of ${members.length} memberships and ${processes.kills()} kills: ` +
        `acknowledged in ${(sent / 1000).toFixed(0)} s (${((EVENTS / sent) * 1000).toFixed(0)} a second; ` +
        `half within ${at(0.5)}, 99 % within ${at(0.99)}), all worked after ${(done / 1000).toFixed(0)} s; ` +
        `${changes.length} role changes, ${chat.sandbox.calls.answered(429)} answers were 429\n`,
    );
    await processes.stop();
    expect({ stored, unworked, wrong, doubled, kills: processes.kills() }).toEqual({
      stored: EVENTS,
      unworked: 0,
      wrong: [],
      doubled: [],
      kills: PARTS.length,
    });
  },
);
