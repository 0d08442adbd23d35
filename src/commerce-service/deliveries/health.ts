import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Attempt, Outcome } from './outcome.ts';
import { succeeded } from './post-signed.ts';

/** How long an endpoint may fail without a single success until it is switched off, in milliseconds. */
const PATIENCE = 5 * 24 * 60 * 60 * 1000;

type Endpoint = Pick<ClaimedDelivery['webhook'], 'id' | 'revision'>;

/** What an endpoint has answered, oldest first. */
interface Report {
  readonly endpoint: Endpoint;
  readonly attempts: Attempt[];
}

/**
 * Keeps in mind since when endpoints fail, and switches off where there is no more point in trying: 410 Gone
 * is an endpoint's own word that nobody listens any more. What still waits for it is dropped in its turn.
 *
 * An attempt says something about the address that it was made at. It says nothing about an endpoint that
 * has moved, or was switched on, since: then its revision is another one.
 */
export async function recordHealth(service: Service, outcomes: readonly Outcome[]): Promise<void> {
  const reports = reportsOf(outcomes);
  await clearFailures(
    service,
    reports.filter(({ attempts }) => attempts.some(({ answer }) => succeeded(answer))),
  );
  for (const report of reports) await recordFailures(service, report);
}

function reportsOf(outcomes: readonly Outcome[]): Report[] {
  const reports = new Map<string, Report>();
  for (const { delivery, attempt } of outcomes) {
    if (!attempt) continue;
    const { id, revision } = delivery.webhook;
    const key = `${id} ${revision}`;
    const report = reports.get(key) ?? { endpoint: { id, revision }, attempts: [] };
    reports.set(key, report);
    report.attempts.push(attempt);
  }
  for (const { attempts } of reports.values())
    attempts.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
  return [...reports.values()];
}

/** One statement for all that answered well, which changes nothing about those that were well before. */
async function clearFailures({ prisma }: Service, reports: readonly Report[]): Promise<void> {
  if (reports.length === 0) return;
  const ids = reports.map(({ endpoint }) => endpoint.id);
  const revisions = reports.map(({ endpoint }) => endpoint.revision);
  await prisma.$executeRaw(Prisma.sql`
    UPDATE commerce.webhooks w SET failing_since = NULL
    FROM unnest(${ids}::text[], ${revisions}::int[]) AS well(id, revision)
    WHERE w.id = well.id AND w.revision = well.revision AND w.failing_since IS NOT NULL`);
}

/** Only what failed after the last success counts. */
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
  // Only what was decided about: not where a success, or its owner, has come in between.
  await prisma.webhook.updateMany({
    where: { ...endpoint, enabled: true, failingSince: row.failingSince },
    data: { enabled: false, disabledReason: reason },
  });
}

function hopeless(isGone: boolean, since: Date, now: Date): string | undefined {
  if (isGone) return 'The endpoint answered 410 Gone.';
  if (now.getTime() - since.getTime() < PATIENCE) return undefined;
  return `Every delivery since ${since.toISOString()} has failed.`;
}
