import { setImmediate } from 'node:timers/promises';
import type { CommunityEvent } from '../../src/sandbox/changes/change.ts';
import { answerShown } from '../support/answer-shown.ts';
import { MANAGED, type Method, PEOPLE, type Scenario } from './scenario.ts';
import { type Delivery, setScene } from './scene.ts';
import { headersOf } from './send.ts';
import { begin, finish, giveBack, type Waiting, waiting } from './waiting.ts';
import type { World } from './world.ts';

/** Longer than any window of the platform's limits: nobody has to wait for one in real time. */
const A_WHILE = 11_000;
/** Attempts after which a job that fails without any fault is taken for broken. */
const PATIENCE = 60;

/** What one run plays on: a guild, and a bot in this process whose work the run itself hands out, in any order. */
export async function setStage(world: World, scenario: Scenario, size = PEOPLE) {
  const { faults, community } = world.chat.sandbox;
  Object.assign(world.shop.state, { isAskable: scenario.isAskable, failures: 0 });
  const crew = await world.found(size, MANAGED + 1);
  const scene = await setScene(world, scenario, crew);
  const { guildId } = crew;
  let bot = await world.startBot(guildId);
  const heard: CommunityEvent[] = [];
  const unwatch = community.watch((event) => {
    if ('guildId' in event && event.guildId === guildId) heard.push(event);
  });

  const due = () => waiting(world.prisma(), world.clock.now());
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
  /** What the platform had taken it does all the same, whoever waits for it. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  return {
    ...scene,
    settle,
    pause: async () => world.pass(1_000),
    async deliver(delivery: Delivery) {
      const headers = headersOf(delivery, world.clock.now());
      const { body } = delivery;
      const sent = await bot.app.inject({ method: 'POST', url: '/webhooks/commerce', headers, body });
      if (sent.statusCode !== 200) throw new Error(`A delivery was answered ${sent.statusCode}.`);
    },
    /** The gateway hands on so many of the events that it keeps. */
    async hear(events: number) {
      for (const event of heard.splice(0, events)) await bot.hear(event);
    },
    loseGateway() {
      heard.length = 0;
    },
    async work({ nth, jobs: count }: { readonly nth: number; readonly jobs: number }) {
      for (let n = 0; n < count; n++) {
        const jobs = await due();
        const job = jobs[nth % jobs.length];
        if (job) await attempt(job);
      }
    },
    /** Whoever works a job dies while the platform has such a call of theirs. */
    async crash({ nth, method }: { readonly nth: number; readonly method: Method }) {
      const jobs = await due();
      const job = jobs[nth % jobs.length];
      if (!job) return;
      const hold = faults.hold({ method, route: '/guilds/:guild_id/members*' });
      const death = new AbortController();
      const dying = attempt(job, death.signal);
      await Promise.race([hold.arrived, dying]);
      death.abort(new Error('killed'));
      hold.remove();
      await dying;
      await settle();
    },
    async drain() {
      let failed = 0;
      for (let [job] = await due(); job; [job] = await due()) {
        const error = await attempt(job);
        if (error !== undefined && ++failed > PATIENCE) throw error;
      }
    },
    /** An admin approves what a sweep would take. @returns whether one had asked */
    approve: () => answerShown(bot.deps, guildId, 'approve', crew.people[0] ?? ''),
    async restart() {
      await world.reopen();
      bot = await world.startBot(guildId);
    },
    async leave() {
      unwatch();
      scene.unwatch();
      faults.clear();
      await bot.app.close();
    },
  };
}
export type Stage = Awaited<ReturnType<typeof setStage>>;

/** What happens needs no more of where it happens: in this process, or in several. */
export type Place = Omit<Stage, 'settle' | 'restart' | 'leave'>;
