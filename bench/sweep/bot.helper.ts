import { setTimeout } from 'node:timers/promises';
import { REST } from '@discordjs/rest';
import { sweep as everySweep, guildSweep, guildSweepJob } from '../../src/access/queue/queues.ts';
import { systemClock } from '../../src/clock.ts';
import { openBot } from '../../src/composition/bot.ts';
import { type Container, openContainer } from '../../src/composition/container.ts';
import { openWorker } from '../../src/composition/worker.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { restOptions } from '../../src/discord/rest.ts';
import { createLog } from '../../src/observability/log.ts';
import { answer } from '../helper.ts';
import { Question } from './questions.ts';

// The real bot and worker, but without discord.js's own rate limit, as this platform has none.

/** Interval for polling the sweep, in milliseconds. */
const INTERVAL = 20;

const opened = new AsyncDisposableStack();
let ground: Container | undefined;

answer(Question, async (question) => {
  switch (question.kind) {
    case 'open':
      ground = await open();
      return {};
    case 'sweep':
      return sweep(question.guildId);
    case 'usage': {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      return { peak: maxRSS / 1024, processor: (userCPUTime + systemCPUTime) / 1e6 };
    }
  }
});

async function open(): Promise<Container> {
  const config = parseConfig(process.env);
  const { discord } = config;
  if (!discord) throw new Error('The variables name no chat platform.');
  const opening = await openContainer({ config, clock: systemClock, log: createLog('silent') }, opened);
  const rest = new REST({ ...restOptions(discord), globalRequestsPerSecond: Number.MAX_SAFE_INTEGER });
  const call = createCaller(rest.setToken(discord.token), discord.token, systemClock);
  const access = { ...discord, call };
  const holder = await openBot(opening, access);
  await openWorker(opening, access, () => holder.gateway);
  // Only the requested sweep should be measured, not the scheduled ones.
  await opening.jobs.unschedule(everySweep);
  // A starting bot sweeps for missed changes; wait until that is done, before there is anything to find.
  while ((await opening.database.prisma.sweep.count({ where: { finishedAt: { not: null } } })) === 0)
    await setTimeout(INTERVAL);
  return opening;
}

async function sweep(guildId: string) {
  if (!ground) throw new Error('The bot is not open.');
  const { prisma } = ground.database;
  const begun = performance.now();
  const from = new Date();
  // Only the sweep of the guild: the mirror already has the memberships.
  const { data, ...job } = guildSweepJob(guildId, { mayTake: true });
  await ground.jobs.send(guildSweep, data, job);
  for (;;) {
    const done = await prisma.sweep.findUnique({ where: { guildId } });
    if (done?.finishedAt && done.finishedAt >= from) {
      const { members, drifted } = done;
      return { members, drifted, compared: performance.now() - begun };
    }
    await setTimeout(INTERVAL);
  }
}

process.once('SIGTERM', () => void opened.disposeAsync().then(() => process.exit()));
