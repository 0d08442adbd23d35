import { query } from '../../support/empty-database.ts';

/** What waits no longer than so, in seconds, is waited for as by anybody else. */
const SHORT = 20;

/**
 * Makes due at once what is put off for long, instead of waiting for it: a second failure puts a delivery off by five
 * minutes, a sixth one a job by one. Nothing else about it changes.
 */
export async function bringForward(url: string): Promise<void> {
  await query(
    url,
    `UPDATE commerce.deliveries SET next_attempt_at = now() WHERE status = 'pending'
     AND next_attempt_at BETWEEN now() + interval '${SHORT} seconds' AND now() + interval '10 minutes'`,
  );
  await query(
    url,
    `UPDATE pgboss.job SET start_after = now()
     WHERE state = 'retry' AND start_after > now() + interval '${SHORT} seconds'`,
  );
}
