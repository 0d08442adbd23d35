import { setTimeout } from 'node:timers/promises';
import { collectDefaultMetrics } from 'prom-client';
import type { CommerceService } from '../commerce-service/index.ts';
import { metricsRoute } from '../http/metrics.ts';
import { isWell, type Look } from '../http/readiness.ts';
import { createLogThrottle } from '../log-throttle.ts';
import type { Metrics } from '../metrics.ts';
import { readCondition } from '../operating/condition.ts';
import type { Ground } from './ground.ts';

/** How long the database may take to say how things stand, in milliseconds: less than monitoring waits. */
const PATIENCE = 3_000;

/** How long the same reason why it doesn't is not logged again, in milliseconds. */
const QUIET = 60_000;

/** How often the event loop is looked at, in milliseconds: seldom enough to cost nothing. */
const PRECISION = 100;

/** What else than the ground is asked how it is. */
interface Watched {
  readonly commerce: CommerceService | undefined;
  readonly guildIds: readonly string[];
  readonly look: Look;
}

/** Shows monitoring what this process has counted, and how things stand in the database. */
export async function openMetrics(ground: Ground, watched: Watched): Promise<void> {
  const { app, config, metrics } = ground;
  for (const part of config.parts) metrics.part.set({ part }, 1);
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: PRECISION });
  const throttle = createLogThrottle(QUIET);
  let reading: Promise<string> | undefined;
  await app.register(metricsRoute, {
    publicUrl: config.publicUrl,
    token: config.metricsToken,
    contentType: registry.contentType,
    // Whoever asks meanwhile gets the same: two that read at once would forget what the other has just read.
    read() {
      reading ??= read(ground, watched, throttle).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  });
}

async function read(
  ground: Ground,
  watched: Watched,
  throttle: ReturnType<typeof createLogThrottle>,
): Promise<string> {
  const { metrics, log } = ground;
  // What can't be read now is left out: an old figure would say that all is as it was.
  forgetGauges(metrics);
  const states = await watched.look();
  for (const [check, state] of Object.entries(states)) metrics.ready.set({ check }, isWell(state) ? 1 : 0);
  if (states['gateway']) metrics.gateway.set(states['gateway'] === 'ok' ? 1 : 0);
  try {
    // One that does not answer is asked nothing more: questions that wait would only pile up.
    if (!isWell(states['database'])) throw new Error('The database does not answer.');
    show(ground, await inTime(readAll(ground, watched)));
  } catch (error) {
    metrics.readFailures.inc();
    const say = throttle(error instanceof Error ? error.message : 'unknown');
    if (say) log.warn({ err: error, ...say }, 'metrics: the database could not be read');
  }
  return metrics.registry.metrics();
}

function forgetGauges(metrics: Metrics): void {
  for (const labelled of [metrics.queueJobs, metrics.queueAge, metrics.ready]) labelled.reset();
  // Without labels a gauge that is reset says zero; one that is removed says nothing.
  const { needsAction, affectedMembers, breakerOpen, sweepAge, deliveriesPending } = metrics;
  for (const plain of [needsAction, affectedMembers, breakerOpen, sweepAge, deliveriesPending])
    plain.remove();
}

async function readAll({ database, clock, jobs }: Ground, { commerce, guildIds }: Watched) {
  const [depths, condition, pending] = await Promise.all([
    jobs.depths(),
    readCondition({ prisma: database.prisma, clock }, guildIds),
    commerce?.countPending(),
  ]);
  return { depths, condition, pending };
}

function show(
  { metrics, clock }: Ground,
  { depths, condition, pending }: Awaited<ReturnType<typeof readAll>>,
) {
  for (const { queue, waiting, active, retrying, failed, oldest } of depths) {
    for (const [state, count] of Object.entries({ waiting, active, retrying, failed }))
      metrics.queueJobs.set({ queue, state }, count);
    if (oldest) metrics.queueAge.set({ queue }, (clock.now().getTime() - oldest.getTime()) / 1000);
  }
  metrics.needsAction.set(condition.problems);
  metrics.affectedMembers.set(condition.affectedMembers);
  metrics.breakerOpen.set(condition.held);
  if (condition.sweepAge !== null) metrics.sweepAge.set(condition.sweepAge / 1000);
  if (pending !== undefined) metrics.deliveriesPending.set(pending);
}

/** @throws when it takes too long; what comes later is not heard */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const tooLate = setTimeout(PATIENCE, undefined, stop).then(() => {
    throw new Error(`It took more than ${PATIENCE} ms.`);
  });
  return Promise.race([reading, tooLate]).finally(() => {
    stop.abort();
    tooLate.catch(() => undefined);
  });
}
