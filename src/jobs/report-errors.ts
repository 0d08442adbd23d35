import type { PgBoss } from 'pg-boss';
import { isUnreachable } from '../database/unreachable.ts';
import type { Logger } from '../log.ts';
import { createLogThrottle } from '../log-throttle.ts';

/** How long the same error is not logged again, and how long not that the database is gone, in milliseconds. */
const QUIET = 10_000;
const OUTAGE = 60_000;

/** Who met an error: every worker meets the same one. */
const WHO = / \(Queue: .*\)$/;

/**
 * Logs what goes wrong in the engine. While the database is gone every worker meets that at every look, each in its
 * own words: it is said once in a minute, and any other error once in ten seconds, with how often it was met since.
 */
export function reportErrors(boss: PgBoss, log: Logger): void {
  const throttle = createLogThrottle(QUIET);
  const outage = createLogThrottle(OUTAGE);
  boss.on('error', (error) => {
    const reason = error.message.replace(WHO, '');
    if (isUnreachable(error)) {
      const say = outage('gone');
      if (say) log.error({ reason, ...say }, 'the job queue can not reach its database, and tries again');
      return;
    }
    const say = throttle(reason);
    if (say) log.error({ err: error, ...say }, 'job queue error');
  });
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));
}
