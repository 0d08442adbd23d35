import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { sweep } from '../../../src/access/queue/queues.ts';
import { systemClock } from '../../../src/clock.ts';
import { openDatabase } from '../../../src/database/index.ts';
import { answerShown } from '../../support/answer-shown.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { startQueues } from '../bot.ts';
import { openChat } from '../chat.ts';
import { CROWDED, type Crowd, runCrowd } from '../crowd.ts';
import { findWrong } from '../find-wrong.ts';
import { happen } from '../happen.ts';
import { MANAGED, PEOPLE, type Scenario } from '../scenario.ts';
import { type Scene, setScene } from '../scene.ts';
import { sendUntilTaken } from '../send.ts';
import { openShop } from '../shop.ts';
import type { Place } from '../stage.ts';
import { type Processes, startProcesses } from './processes.ts';
import { quiet } from './quiet.ts';

const DAY = 86_400_000;
const QUARTER = 15 * 60_000;

/** How far apart the steps of a scenario are, in milliseconds. */
const PACE = 700;

/** Each could do all of it alone. */
const THREE = ['intake,worker,bot', 'intake,worker,bot', 'intake,worker,bot'];

/** What happens at the same time, each in a guild of its own. */
export interface Batch {
  readonly scenarios: readonly Scenario[];
  readonly crowds: readonly Crowd[];
  /** Whether the service can be asked, and how much later we look: one service and one clock are everybody's. */
  readonly isAskable: boolean;
  readonly daysLater: Scenario['daysLater'];
}

/** Plays all of a batch on three processes that are killed. @returns what is wrong in the end, and of how many kills */
export async function play({ scenarios, crowds, isAskable, daysLater }: Batch) {
  const chat = await openChat(systemClock);
  const shop = await openShop();
  shop.state.isAskable = isAskable;
  const url = await emptyDatabase();
  const database = await openDatabase({ url, dataDir: '' });
  const jobs = await startQueues(database);
  onTestFinished(async () => {
    await jobs.stop();
    await database.close();
    await chat.close();
    shop.close();
  });
  const container = { clock: systemClock, chat, shop, prisma: () => database.prisma, send: jobs.send };
  const found = (size: number) => foundCrew(chat.sandbox, size, MANAGED + 1);
  const scenes: Scene[] = [];
  for (const one of scenarios)
    scenes.push(await setScene(container, { ...one, isAskable, daysLater }, found(PEOPLE)));
  const crowded: Scene[] = [];
  for (const { size } of crowds) crowded.push(await setScene(container, CROWDED, found(size)));

  const guildIds = [...scenes, ...crowded].map(({ guildId }) => guildId);
  const processes = await startProcesses({ chat, shop, url, guildIds, parts: THREE });
  const placeOf = (scene: Scene): Place => ({
    ...scene,
    pause: () => setTimeout(PACE),
    async deliver(delivery) {
      await sendUntilTaken(processes.hooks, delivery);
    },
    // The gateway hands on what it has, and the processes work what there is, without being told.
    hear: async () => undefined,
    work: async () => undefined,
    loseGateway: () => chat.sandbox.invalidate(),
    crash: async ({ nth }) => processes.kill(nth),
    drain: () => quiet(database.prisma),
    approve: () =>
      answerShown(
        { ...jobs, prisma: database.prisma, clock: systemClock },
        scene.guildId,
        'approve',
        scene.people[0] ?? '',
      ),
  });

  await Promise.all(scenes.map((scene) => live(placeOf(scene))));
  chat.sandbox.faults.clear();
  shop.state.failures = 0;
  await processes.allRun();
  for (const place of scenes.map(placeOf))
    await Promise.all(place.deliveries.map((delivery) => place.deliver(delivery)));
  await quiet(database.prisma);
  // What one sweep has done, or has found missing or undone by others, a later one looks at.
  for (let times = 1; times <= 3; times++) {
    await processes.moveClock(daysLater * DAY + times * QUARTER);
    await jobs.send(sweep, {}, { key: 'sweep' });
    await quiet(database.prisma);
  }
  const wrong = scenes.flatMap((scene) => findWrong(scene).map((what) => ({ what, in: scene.scenario })));
  const inCrowds = await runCrowds(crowded.map(placeOf), crowds, processes);
  for (const { unwatch } of [...scenes, ...crowded]) unwatch();
  await processes.stop();
  return { wrong: [...wrong, ...inCrowds], kills: processes.kills() };
}

async function live(place: Place): Promise<void> {
  for (const step of place.scenario.steps) await happen(place, step);
}

/** All at the same time, with a kill in the middle. */
async function runCrowds(places: readonly Place[], crowds: readonly Crowd[], processes: Processes) {
  const running = places.map(async (place, number) => {
    const crowd = crowds[number];
    return crowd ? await runCrowd(place, crowd) : [];
  });
  await setTimeout(PACE);
  processes.kill(crowds.length);
  return (await Promise.all(running)).flat().map((what) => ({ what, in: 'a crowd' }));
}
