import { RETRY_AFTER } from '../../../src/commerce-service/deliveries/post-signed.ts';
import { query } from '../../support/empty-database.ts';

/** What waits no longer than so, in seconds, is waited for as by anybody else. */
const SHORT = 20;

/** How far a delivery can be put off after no attempt, one, two…, in seconds: with a minute by which clocks may differ. */
const LONGEST = [0, ...RETRY_AFTER].map((seconds) => seconds + 60);

/**
 * Makes due at once what is put off for long, instead of waiting for it: a second failure puts a delivery off by five
 * minutes, a third one by half an hour, a sixth one a job by one. Nothing else about it changes.
 *
 * A delivery that waits for longer than its failures account for is left alone: a wrong clock wrote that down, and it
 * is for the service to set it right.
 */
export async function bringForward(url: string): Promise<void> {
  await query(
    url,
    `UPDATE commerce.deliveries SET next_attempt_at = now() WHERE status = 'pending'
     AND next_attempt_at BETWEEN now() + interval '${SHORT} seconds'
       AND now() + (ARRAY[${LONGEST.join()}])[attempts + 1] * interval '1 second'`,
  );
  await query(
    url,
    `UPDATE pgboss.job SET start_after = now()
     WHERE state = 'retry' AND start_after > now() + interval '${SHORT} seconds'`,
  );
}
