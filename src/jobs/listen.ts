import { createHash } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../observability/log.ts';

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
