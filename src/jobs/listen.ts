import { createHash } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../log.ts';

/** What has to be closed again. */
export interface Listener {
  close(): Promise<void>;
}

/** Where the engine says which queue has got new jobs: see `notifyChannelSql` in its plans. */
export const NEW_JOBS = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/**
 * @param onCall is handed what was said; nothing when it listens anew, and may have missed something
 * @returns undefined where nobody can listen: whoever wants to hear looks by the clock
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
    log.warn({ err: error, channel }, 'notifications can not be heard');
    return undefined;
  }
}
