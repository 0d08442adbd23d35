import type { PgBoss } from 'pg-boss';
import { isUnreachable } from '../database/unreachable.ts';
import type { Logger } from '../observability/log.ts';
import { createLogThrottle } from '../observability/log-throttle.ts';

/** Minimum interval between logs of the same error, and of a lost database, in milliseconds. */
const QUIET = 10_000;
const OUTAGE = 60_000;

/** The worker that met an error, at the end of its message. Stripped, since every worker meets the same error. */
const WHO = / \(Queue: .*\)$/;

/**
 * Logs the engine's errors. While the database is unreachable, every worker reports that at each poll, in varying
 * words, so it is logged once a minute; any other error once in ten seconds, with the number suppressed since.
 */
export function reportErrors(boss: PgBoss, log: Logger): void {
  const throttle = createLogThrottle(QUIET);
  const outage = createLogThrottle(OUTAGE);
  boss.on('error', (error) => {
    const reason = error.message.replace(WHO, '');
    if (isUnreachable(error)) {
      const say = outage('gone');
      if (say) log.error({ reason, ...say }, "the job queue can't reach its database; it will retry");
      return;
    }
    const say = throttle(reason);
    if (say) log.error({ err: error, ...say }, 'job queue error');
  });
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));
}
