import { Prisma } from '../../database/index.ts';
import type { Service } from '../service.ts';
import { recordHealth } from './health.ts';
import { type Outcome, stateAfter } from './post-signed.ts';

/**
 * Records the outcomes of deliveries and their attempts in one statement. Skips deliveries that another process has
 * already recorded; their receiver saw the same id twice. Endpoint health is written afterwards: if a crash loses it,
 * the next attempt reports it again.
 */
export async function record(service: Service, outcomes: readonly Outcome[]): Promise<void> {
  const rows = JSON.stringify(outcomes.map(toRow));
  await service.prisma.$executeRaw(Prisma.sql`
    WITH outcome AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS o(
        id text, before int, attempts int, status text, next_attempt_at timestamptz,
        status_code int, fault text, started_at timestamptz, duration int)
    ), recorded AS (
      UPDATE commerce.deliveries d
      SET attempts = o.attempts, status = o.status::commerce.delivery_status,
        next_attempt_at = o.next_attempt_at, claimed_until = NULL
      FROM outcome o WHERE d.id = o.id AND d.status = 'pending' AND d.attempts = o.before
      RETURNING d.id
    )
    INSERT INTO commerce.delivery_attempts (delivery_id, number, status_code, fault, started_at, duration)
    SELECT o.id, o.attempts, o.status_code, o.fault, o.started_at, o.duration
    FROM outcome o JOIN recorded USING (id) WHERE o.attempts > o.before`);
  await recordHealth(service, outcomes);
}

function toRow(outcome: Outcome) {
  const { delivery, attempt } = outcome;
  const { attempts, status, nextAttemptAt } = stateAfter(outcome);
  return {
    id: delivery.id,
    before: delivery.attempts,
    attempts,
    status,
    next_attempt_at: nextAttemptAt,
    ...(attempt && {
      ...('fault' in attempt.answer
        ? { fault: attempt.answer.fault }
        : { status_code: attempt.answer.statusCode }),
      started_at: attempt.startedAt,
      duration: attempt.endedAt.getTime() - attempt.startedAt.getTime(),
    }),
  };
}
