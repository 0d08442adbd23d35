import { type Db, fromPrisma } from 'pg-boss';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Transaction } from '../database/index.ts';
import type { FaultCode } from '../i18n/chat-fault.ts';
import type { FailedJob, FailedWork, JobRef } from '../queue.ts';

/** Error code of an error that isn't a Fault. */
export const UNEXPECTED = 'UNEXPECTED' satisfies FaultCode;

const TIMED_OUT = 'TIMED_OUT' satisfies FaultCode;

const Moment = Type.Number({ description: 'Milliseconds since the Unix epoch.' });
const Row = Type.Object({
  id: Type.String(),
  queue: Type.String(),
  data: Type.Unknown(),
  attempts: Type.Integer(),
  created_at: Moment,
  failed_at: Moment,
  output: Type.Unknown(),
});

/** Output that a worker wrote (`Ours`), or the queue itself after a timeout (`Timeout`). */
const Ours = Type.Object({
  code: Type.String(),
  message: Type.Optional(Type.String()),
  details: Type.Optional(Type.Unknown()),
});
const Timeout = Type.Object({
  value: Type.Object({ message: Type.String({ pattern: 'timed out|timeout' }) }),
});

/** Returns operations on failed jobs, which work on the queue's own table. */
export const createFailedWork = (db: Db): FailedWork => ({
  async list(queues, { where, limit }) {
    const { rows } = await db.executeSql(
      `SELECT id::text, name AS queue, data, retry_count + 1 AS attempts, output,
         (extract(epoch FROM created_on) * 1000)::float8 AS created_at,
         (extract(epoch FROM completed_on) * 1000)::float8 AS failed_at
       FROM pgboss.job
       WHERE name = ANY($1) AND state = 'failed' AND NOT EXISTS (
         SELECT FROM jsonb_each_text($2::text::jsonb) AS wanted
         WHERE data ->> wanted.key <> wanted.value)
       ORDER BY completed_on DESC, id LIMIT $3`,
      [queues.map(({ name }) => name), JSON.stringify(where), limit],
    );
    return rows.map((row) => toFailedJob(Value.Parse(Row, row)));
  },
  // Allows one more attempt, as pg-boss's own retry does.
  retry: (job, transaction) =>
    changeFailed(
      `UPDATE pgboss.job SET state = 'retry', retry_limit = retry_count + 1, start_after = pgboss.job_now(), completed_on = NULL`,
      job,
      transaction,
    ),
  forget: (job, transaction) => changeFailed('DELETE FROM pgboss.job', job, transaction),
});

/** @returns whether the failed job existed; of concurrent callers, only one gets true */
async function changeFailed(change: string, { queue, id }: JobRef, transaction: Transaction) {
  const { rows } = await fromPrisma(transaction).executeSql(
    `${change} WHERE name = $1 AND id::text = $2 AND state = 'failed' RETURNING 1`,
    [queue, id],
  );
  return rows.length > 0;
}

function toFailedJob({ created_at, failed_at, output, ...row }: Static<typeof Row>): FailedJob {
  const ours = Value.Check(Ours, output) ? output : undefined;
  const code = ours?.code ?? (Value.Check(Timeout, output) ? TIMED_OUT : UNEXPECTED);
  return {
    ...row,
    code,
    message: ours?.message ?? null,
    details: ours?.details,
    createdAt: new Date(created_at),
    failedAt: new Date(failed_at),
  };
}
