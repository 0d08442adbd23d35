import { setImmediate } from 'node:timers/promises';
import { DEFAULT_POLICY, saveMapping } from '../../src/access/mappings.ts';
import { sweep } from '../../src/access/queues.ts';
import type { CommunityEvent } from '../../src/sandbox/changes/change.ts';
import { sign } from '../intake/support.ts';
import type { Truth } from './model.ts';
import { MANAGED, PEOPLE, type Scenario } from './scenario.ts';
import { begin, finish, giveBack, type Waiting, waiting } from './waiting.ts';
import type { World } from './world.ts';

/** Longer than any window of the platform's limits: nobody has to wait for one in real time. */
const A_WHILE = 11_000;
/** Attempts after which a job that fails without any fault is taken for broken. */
const PATIENCE = 60;

interface Delivery {
  readonly id: string;
  readonly body: string;
  readonly truth: Truth;
}

/** What one run plays on: its guild and its bot, what is true, and what is still on its way. */
export async function setStage(world: World, scenario: Scenario) {
  const { chat, shop, clock } = world;
  const { community, faults } = chat.sandbox;
  const { guildId, people, roles } = await world.found(PEOPLE, MANAGED + 1);
  Object.assign(shop.state, { isAskable: scenario.isAskable, failures: 0 });
  for (const { role, condition, ...rest } of scenario.mappings) {
    const policy = { ...DEFAULT_POLICY, ...rest };
    await saveMapping(world.prisma(), { guildId, roleId: roles[role] ?? '', condition, ...policy });
  }
  let bot = await world.startBot(guildId);
  const truths: Truth[] = [];
  const deliveries: Delivery[] = [];
  const heard: CommunityEvent[] = [];
  const byHand = new Set<string>();
  const gone = new Set<number>();
  const unwatch = community.watch((event) => {
    if ('guildId' in event && event.guildId === guildId) heard.push(event);
    if (event.type !== 'member-removed') return;
    const who = people.indexOf(event.userId);
    for (let role = 0; role <= MANAGED; role++) byHand.delete(`${who} ${role}`);
  });

  const wireOf = (truth: Truth) => {
    const { plan, status, person } = truth;
    const number = truths.indexOf(truth);
    return {
      id: `mem_${number}`,
      product: 'prod_1',
      plan: { id: plan, mimic_plan_id: plan === 'plan_copy' ? 'plan_a' : null },
      user: `user_${number}`,
      community_chat: { id: truth.isLinked || person === undefined ? null : (people[person] ?? null) },
      status,
      valid: status === 'active',
    };
  };
  /** The service changes a membership, and has it told. */
  const changes = (truth: Truth, change: Partial<Truth>) => {
    const wasValid = truth.status === 'active';
    Object.assign(truth, change);
    const wire = wireOf(truth);
    truth.past.push({ person: truth.person, hasEnded: !wire.valid });
    shop.memberships.set(wire.id, wire);
    const name = wasValid === wire.valid ? 'updated' : wire.valid ? 'went_valid' : 'went_invalid';
    const id = `msg_${guildId}_${deliveries.length}_${truth.past.length}_${wire.id}`;
    const event = { id, type: `membership.${name}`, timestamp: clock.now().toISOString(), data: wire };
    deliveries.push({ id, body: JSON.stringify(event), truth });
  };
  const deliver = async ({ id, body }: Delivery) => {
    const headers = { 'content-type': 'application/json', ...sign(body, { id, at: clock.now() }) };
    const { statusCode } = await bot.app.inject({ method: 'POST', url: '/webhooks/commerce', headers, body });
    if (statusCode !== 200) throw new Error(`A delivery was answered ${statusCode}.`);
  };
  const due = () => waiting(world.prisma(), clock.now());
  const attempt = async (job: Waiting, signal = new AbortController().signal) => {
    world.pass(A_WHILE);
    await begin(world.prisma(), job);
    try {
      await bot.run(job, signal);
      await finish(world.prisma(), job);
    } catch (error) {
      await giveBack(world.prisma(), job);
      return error;
    }
    return undefined;
  };
  const crash = async (job: Waiting, method: 'GET' | 'PUT' | 'PATCH' | 'DELETE') => {
    const hold = faults.hold({ method, route: '/guilds/:guild_id/members*' });
    const death = new AbortController();
    const dying = attempt(job, death.signal);
    await Promise.race([hold.arrived, dying]);
    death.abort(new Error('killed'));
    hold.remove();
    await dying;
    // What the platform had taken it does all the same.
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  const drain = async () => {
    let failed = 0;
    for (let [job] = await due(); job; [job] = await due()) {
      const error = await attempt(job);
      if (error !== undefined && ++failed > PATIENCE) throw error;
    }
  };
  const sweepAll = () => bot.send(sweep, {}, { key: 'sweep' });

  return {
    ...{ world, scenario, guildId, people, roles, truths, deliveries, heard, byHand, gone },
    ...{ wireOf, changes, deliver, due, attempt, crash, drain, sweepAll, unwatch },
    bot: () => bot,
    async restart() {
      await world.reopen();
      bot = await world.startBot(guildId);
    },
  };
}
export type Stage = Awaited<ReturnType<typeof setStage>>;
