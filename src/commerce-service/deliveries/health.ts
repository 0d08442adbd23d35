import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';
import type { ClaimedDelivery } from './claim.ts';
import { type Attempt, type Outcome, succeeded } from './post-signed.ts';

/** How long an endpoint may fail without any success before it is disabled, in milliseconds. */
const DISABLE_AFTER = 5 * 24 * 60 * 60 * 1000;

type Endpoint = Pick<ClaimedDelivery['webhook'], 'id' | 'revision'>;

/** An endpoint's attempts, oldest first. */
interface Report {
  readonly endpoint: Endpoint;
  /** Whether it was failing when its deliveries were claimed. */
  readonly wasFailing: boolean;
  readonly attempts: Attempt[];
}

/**
 * Tracks since when endpoints have been failing, and disables hopeless ones: at once on 410 Gone, otherwise after
 * `DISABLE_AFTER`. Their pending deliveries are dropped later.
 *
 * The revision shows whether an endpoint has been moved or re-enabled since the attempt. If so, the attempt is ignored.
 */
export async function recordHealth(service: Service, outcomes: readonly Outcome[]): Promise<void> {
  const reports = reportsOf(outcomes);
  await clearFailures(
    service,
    reports.filter(
      ({ wasFailing, attempts }) => wasFailing && attempts.some(({ answer }) => succeeded(answer)),
    ),
  );
  for (const report of reports) await recordFailures(service, report);
}

function reportsOf(outcomes: readonly Outcome[]): Report[] {
  const reports = new Map<string, Report>();
  for (const { delivery, attempt } of outcomes) {
    if (!attempt) continue;
    const { id, revision, failingSince } = delivery.webhook;
    const key = `${id} ${revision}`;
    const report = reports.get(key) ?? {
      endpoint: { id, revision },
      wasFailing: failingSince !== null,
      attempts: [],
    };
    reports.set(key, report);
    report.attempts.push(attempt);
  }
  for (const { attempts } of reports.values())
    attempts.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
  return [...reports.values()];
}

/**
 * Clears `failing_since` of all endpoints with a success in one statement. Doesn't write rows that weren't failing. An
 * endpoint that started to fail since the deliveries were claimed is cleared by its next success.
 */
async function clearFailures({ prisma }: Service, reports: readonly Report[]): Promise<void> {
  if (reports.length === 0) return;
  const ids = reports.map(({ endpoint }) => endpoint.id);
  const revisions = reports.map(({ endpoint }) => endpoint.revision);
  await prisma.$executeRaw(Prisma.sql`
    UPDATE commerce.webhooks w SET failing_since = NULL
    FROM unnest(${ids}::text[], ${revisions}::int[]) AS well(id, revision)
    WHERE w.id = well.id AND w.revision = well.revision AND w.failing_since IS NOT NULL`);
}

/** Records the failures after the last success, and disables the endpoint if it is hopeless. */
async function recordFailures({ prisma }: Service, { endpoint, attempts }: Report): Promise<void> {
  const lastSuccess = attempts.findLastIndex(({ answer }) => succeeded(answer));
  const failures = attempts.slice(lastSuccess + 1);
  const [first] = failures;
  const last = failures.at(-1);
  if (!first || !last) return;
  const isGone = failures.some(({ answer }) => 'statusCode' in answer && answer.statusCode === 410);
  await prisma.webhook.updateMany({
    where: { ...endpoint, failingSince: null },
    data: { failingSince: first.endedAt },
  });
  const row = await prisma.webhook.findFirst({ where: { ...endpoint, enabled: true } });
  const reason = row?.failingSince && hopeless(isGone, row.failingSince, last.endedAt);
  if (!reason) return;
  // Has no effect if a success or the owner has changed the endpoint since it was read.
  await prisma.webhook.updateMany({
    where: { ...endpoint, enabled: true, failingSince: row.failingSince },
    data: { enabled: false, disabledReason: reason },
  });
}

function hopeless(isGone: boolean, since: Date, now: Date): string | undefined {
  if (isGone) return 'The endpoint answered 410 Gone.';
  if (now.getTime() - since.getTime() < DISABLE_AFTER) return undefined;
  return `Every delivery since ${since.toISOString()} has failed.`;
}
