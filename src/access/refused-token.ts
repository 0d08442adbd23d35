import { Fault } from '../errors.ts';
import { meet, type ProblemDeps, TOKEN } from './problems.ts';

/** A refused token stops everything; it is put before the admins, and the job waits for better times. */
export async function tellingRefusedToken<T>(
  deps: ProblemDeps,
  guildId: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault && error.code === 'DISCORD_TOKEN_REFUSED') {
      await meet(deps, guildId, TOKEN, error);
    }
    throw error;
  }
}
