import type { PgBoss } from 'pg-boss';
import type { Logger } from '../log.ts';

/** What has to be closed again. */
export interface Listener {
  close(): Promise<void>;
}

/** @returns undefined where nobody can listen: whoever wants to hear looks by the clock */
export async function listen(
  boss: PgBoss,
  channel: string,
  onCall: () => void,
  log: Logger,
): Promise<Listener | undefined> {
  try {
    return await boss.getDb().listen?.(channel, onCall, onCall);
  } catch (error) {
    log.warn({ err: error, channel }, 'notifications can not be heard');
    return undefined;
  }
}
