import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of histogram buckets for fast operations, in seconds. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Upper bounds of histogram buckets for waits, in seconds, up to a day. */
const WAITS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200, 86_400];

/**
 * The metrics that `GET /metrics` exposes. Labels never hold ids or values chosen by outsiders: this bounds their
 * number and keeps secrets out.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of one process; `registry` renders them for Prometheus. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const metrics = {
    registry,
    webhooks: new Counter({
      name: 'rolekeeper_webhooks_total',
      help: 'Deliveries to the intake: stored, duplicate, unsigned (or forged), unreadable, not_stored.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    acknowledgement: new Histogram({
      name: 'rolekeeper_webhook_acknowledgement_seconds',
      help: 'Time from a fully received delivery to its answer, including the commit.',
      buckets: QUICK,
      registers,
    }),
    grant: new Histogram({
      name: 'rolekeeper_grant_seconds',
      help: 'Time from the webhook of a purchase until the member is seen to have the role.',
      buckets: WAITS,
      registers,
    }),
    roleChanges: new Counter({
      name: 'rolekeeper_role_changes_total',
      help: 'Changes to members that were confirmed afterwards: grant, revoke, kick.',
      labelNames: ['kind'] as const,
      registers,
    }),
    directMessages: new Counter({
      name: 'rolekeeper_direct_messages_total',
      help: 'Direct messages to members: sent, refused (not accepted), dropped (over the hourly limit). Class claimed: about roles that only free purchases with an unproven account gave.',
      labelNames: ['class', 'outcome'] as const,
      registers,
    }),
    drift: new Counter({
      name: 'rolekeeper_drift_total',
      help: 'Members that sweeps found to have wrong roles: missing (a role too few), surplus (a role too many).',
      labelNames: ['direction'] as const,
      registers,
    }),
    sweeps: new Counter({
      name: 'rolekeeper_sweeps_total',
      help: 'Finished sweeps of a guild: done, held (revocations wait for an admin).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    sweepTime: new Histogram({
      name: 'rolekeeper_sweep_seconds',
      help: 'How long the sweep of a guild took.',
      buckets: WAITS,
      registers,
    }),
    jobs: new Counter({
      name: 'rolekeeper_jobs_total',
      help: 'Attempts at background work by queue: completed, failed.',
      labelNames: ['queue', 'outcome'] as const,
      registers,
    }),
    jobTime: new Histogram({
      name: 'rolekeeper_job_seconds',
      help: 'How long attempts at background work took.',
      labelNames: ['queue'] as const,
      buckets: WAITS,
      registers,
    }),
    platformCalls: new Counter({
      name: 'rolekeeper_platform_calls_total',
      help: 'Calls to the chat platform by status; status none: no answer.',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    platformTime: new Histogram({
      name: 'rolekeeper_platform_call_seconds',
      help: 'How long the chat platform took to answer.',
      labelNames: ['method', 'route'] as const,
      buckets: QUICK,
      registers,
    }),
    platformLimits: new Counter({
      name: 'rolekeeper_platform_limited_total',
      help: "429 answers of the chat platform by scope: user and global are our limits, shared is the resource's.",
      labelNames: ['scope'] as const,
      registers,
    }),
    commerceCalls: new Counter({
      name: 'rolekeeper_commerce_calls_total',
      help: 'Requests to the Commerce Service by status; status none: no answer.',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    commerceTime: new Histogram({
      name: 'rolekeeper_commerce_call_seconds',
      help: 'How long the Commerce Service took to answer.',
      labelNames: ['method', 'route'] as const,
      buckets: QUICK,
      registers,
    }),
    deliveries: new Counter({
      name: 'rolekeeper_deliveries_total',
      help: 'Attempts of the embedded Commerce Service to deliver an event: arrived, failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    queueJobs: new Gauge({
      name: 'rolekeeper_queue_jobs',
      help: 'Jobs by queue: waiting (due), active, retrying (failed, to be retried), failed (for good).',
      labelNames: ['queue', 'state'] as const,
      registers,
    }),
    queueAge: new Gauge({
      name: 'rolekeeper_queue_age_seconds',
      help: 'How long the oldest due job has been waiting.',
      labelNames: ['queue'] as const,
      registers,
    }),
    queueWorkers: new Gauge({
      name: 'rolekeeper_queue_worked',
      help: 'Whether this process works the queue.',
      labelNames: ['queue'] as const,
      registers,
    }),
    part: new Gauge({
      name: 'rolekeeper_part',
      help: 'The parts that this process runs.',
      labelNames: ['part'] as const,
      registers,
    }),
    ready: new Gauge({
      name: 'rolekeeper_ready',
      help: 'Checks of /readyz: 1 if the check passes.',
      labelNames: ['check'] as const,
      registers,
    }),
    needsAction: new Gauge({
      name: 'rolekeeper_needs_action',
      help: 'Problems that only a person can fix.',
      registers,
    }),
    affectedMembers: new Gauge({
      name: 'rolekeeper_needs_action_members',
      help: 'Members who have wrong roles because of these problems.',
      registers,
    }),
    breakerOpen: new Gauge({
      name: 'rolekeeper_breaker_open',
      help: 'Guilds where a sweep would remove so many roles that it waits for an admin.',
      registers,
    }),
    sweepAge: new Gauge({
      name: 'rolekeeper_sweep_age_seconds',
      help: 'Time since the last sweep of the guild that was swept least recently.',
      registers,
    }),
    gateway: new Gauge({
      name: 'rolekeeper_gateway_connected',
      help: 'Whether this process holds the gateway and is connected. Only one of several processes with a bot does.',
      registers,
    }),
    deliveriesPending: new Gauge({
      name: 'rolekeeper_deliveries_pending',
      help: 'Deliveries of the embedded Commerce Service that have not arrived yet.',
      registers,
    }),
    readFailures: new Counter({
      name: 'rolekeeper_metrics_read_failures_total',
      help: 'Times that the database could not be read for these metrics, so that they were left out.',
      registers,
    }),
    requests: new Histogram({
      name: 'rolekeeper_http_request_seconds',
      help: 'Requests to this process by route and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: QUICK,
      registers,
    }),
  };
  // Initializes counters to 0: without a prior value, Prometheus sees no increase at the first event.
  const outcomes = ['stored', 'duplicate', 'unsigned', 'unreadable', 'not_stored'];
  for (const outcome of outcomes) metrics.webhooks.inc({ outcome }, 0);
  for (const kind of ['grant', 'revoke', 'kick']) metrics.roleChanges.inc({ kind }, 0);
  for (const outcome of ['sent', 'refused', 'dropped'])
    for (const kind of ['claimed', 'other']) metrics.directMessages.inc({ class: kind, outcome }, 0);
  for (const direction of ['missing', 'surplus']) metrics.drift.inc({ direction }, 0);
  for (const outcome of ['done', 'held']) metrics.sweeps.inc({ outcome }, 0);
  for (const scope of ['user', 'global', 'shared']) metrics.platformLimits.inc({ scope }, 0);
  for (const outcome of ['arrived', 'failed']) metrics.deliveries.inc({ outcome }, 0);
  return metrics;
}
