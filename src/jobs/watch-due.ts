import { createHash } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../observability/log.ts';
import type { Crew } from './workers.ts';

/** How late a waiting job may start if nothing notifies of it, in milliseconds. */
const TICK = 1_000;

/** Ticks between two looks while no job waits or runs. A delayed job of another process may start that late. */
const IDLE_TICKS = 5;

export interface Watch {
  /** Looks every second again, as a job has come that may be retried soon. */
  resume(): void;
  stop(): void;
}

/** The queues with waiting jobs, and whether the first one is due. Reads one index entry of each. */
const WAITING = `SELECT name, first <= pgboss.job_now() AS "isDue"
  FROM unnest($1::text[]) AS queue(name) CROSS JOIN LATERAL (
    SELECT min(start_after) AS first FROM pgboss.job WHERE job.name = queue.name AND state < 'active'
  ) AS waiting
  WHERE first IS NOT NULL`;

/**
 * Calls the crew of each queue with a job that is due. New jobs trigger a notification, but retries and delayed jobs
 * don't when they become due, and a notification may be lost. One query looks at all queues.
 */
export function watchDue(boss: PgBoss, crews: ReadonlyMap<string, Crew>): Watch {
  let ticksLeft = 0;
  let isAsking = false;
  const look = async () => {
    isAsking = true;
    ticksLeft = 1;
    try {
      const { rows } = await boss.getDb().executeSql(WAITING, [[...crews.keys()]]);
      for (const { name, isDue } of rows) if (isDue) crews.get(name)?.call();
      const isIdle = rows.length === 0 && crews.values().every((crew) => !crew.isBusy());
      if (isIdle) ticksLeft = IDLE_TICKS;
    } catch {
      // The workers report what is wrong with the database.
    } finally {
      isAsking = false;
    }
  };
  const tick = () => {
    // A connection that fell silent must not keep the workers waiting, which have others.
    if (isAsking) for (const crew of crews.values()) crew.call();
    else if (--ticksLeft <= 0) void look();
  };
  const watch = setInterval(tick, TICK);
  return {
    resume() {
      ticksLeft = 1;
    },
    stop: () => clearInterval(watch),
  };
}

export interface Listener {
  close(): Promise<void>;
}

/** Channel on which pg-boss notifies of new jobs, named as by `notifyChannelSql` in its plans module. */
export const NEW_JOBS = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/**
 * Listens on a PostgreSQL channel.
 * @param onCall gets the payload; undefined after a reconnect, when notifications may have been missed
 * @returns undefined if listening isn't possible; the caller must then poll
 */
export async function listen(
  boss: PgBoss,
  channel: string,
  onCall: (said?: string) => void,
  log: Logger,
): Promise<Listener | undefined> {
  try {
    return await boss.getDb().listen?.(channel, onCall, () => onCall());
  } catch (error) {
    log.warn({ err: error, channel }, "can't listen for notifications");
    return undefined;
  }
}
