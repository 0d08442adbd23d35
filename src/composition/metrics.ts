import pTimeout from 'p-timeout';
import { collectDefaultMetrics } from 'prom-client';
import { readRoleHealth } from '../admin/role-health.ts';
import type { CommerceService } from '../commerce-service/index.ts';
import { type CheckResults, isReady } from '../http/health.ts';
import { metricsRoute } from '../http/metrics.ts';
import { createLogThrottle } from '../observability/log-throttle.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Container } from './container.ts';

/** Timeout for reading the database, in milliseconds; shorter than a scrape's. */
const PATIENCE = 3_000;

/** Time before the same database error is logged again, in milliseconds. */
const QUIET = 60_000;

/** Sampling interval of the event loop monitor, in milliseconds; long enough to cost nothing. */
const PRECISION = 100;

interface Watched {
  readonly commerce: CommerceService | undefined;
  readonly guildIds: readonly string[];
  readonly look: CheckResults;
}

/** Opens `/metrics`: this process's counters, and the state of the database. */
export async function openMetrics(container: Container, watched: Watched): Promise<void> {
  const { app, config, metrics } = container;
  for (const part of config.parts) metrics.part.set({ part }, 1);
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: PRECISION });
  const throttle = createLogThrottle(QUIET);
  let reading: Promise<string> | undefined;
  await app.register(metricsRoute, {
    publicUrl: config.publicUrl,
    token: config.metricsToken,
    contentType: registry.contentType,
    // Concurrent scrapes share one read: each read resets the gauges, so two at once would erase each other's values.
    read() {
      reading ??= read(container, watched, throttle).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  });
}

async function read(
  container: Container,
  watched: Watched,
  throttle: ReturnType<typeof createLogThrottle>,
): Promise<string> {
  const { metrics, log } = container;
  // Gauges that can't be read now are left out: an old value would look current.
  forgetGauges(metrics);
  const states = await watched.look();
  for (const [check, state] of Object.entries(states)) metrics.ready.set({ check }, isReady(state) ? 1 : 0);
  if (states['gateway']) metrics.gateway.set(states['gateway'] === 'ok' ? 1 : 0);
  try {
    // Don't query a database that doesn't answer: the queries would only pile up.
    if (!isReady(states['database'])) throw new Error('The database does not answer.');
    show(container, await pTimeout(readAll(container, watched), { milliseconds: PATIENCE }));
  } catch (error) {
    metrics.readFailures.inc();
    const say = throttle(error instanceof Error ? error.message : 'unknown');
    if (say) log.warn({ err: error, ...say }, 'metrics: the database could not be read');
  }
  return metrics.registry.metrics();
}

function forgetGauges(metrics: Metrics): void {
  for (const labelled of [metrics.queueJobs, metrics.queueAge, metrics.ready]) labelled.reset();
  // `reset` sets a gauge without labels to zero; `remove` leaves it out.
  const { needsAction, affectedMembers, breakerOpen, sweepAge, deliveriesPending } = metrics;
  for (const plain of [needsAction, affectedMembers, breakerOpen, sweepAge, deliveriesPending])
    plain.remove();
}

async function readAll({ database, clock, jobs }: Container, { commerce, guildIds }: Watched) {
  const [depths, health, pending] = await Promise.all([
    jobs.depths(),
    readRoleHealth({ prisma: database.prisma, clock }, guildIds),
    commerce?.countPending(),
  ]);
  return { depths, health, pending };
}

function show(
  { metrics, clock }: Container,
  { depths, health, pending }: Awaited<ReturnType<typeof readAll>>,
) {
  for (const { queue, waiting, active, retrying, failed, oldest } of depths) {
    for (const [state, count] of Object.entries({ waiting, active, retrying, failed }))
      metrics.queueJobs.set({ queue, state }, count);
    if (oldest) metrics.queueAge.set({ queue }, (clock.now().getTime() - oldest.getTime()) / 1000);
  }
  metrics.needsAction.set(health.problems);
  metrics.affectedMembers.set(health.affectedMembers);
  metrics.breakerOpen.set(health.held);
  if (health.sweepAge !== null) metrics.sweepAge.set(health.sweepAge / 1000);
  if (pending !== undefined) metrics.deliveriesPending.set(pending);
}
