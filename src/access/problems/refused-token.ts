import { Fault } from '../../errors.ts';
import { type ProblemDeps, raiseProblem } from './problems.ts';
import { TOKEN } from './subject.ts';

/** Runs a platform call. Reports a refused token to the guild's admins and rethrows, so that the job is retried. */
export async function reportingRefusedToken<T>(
  deps: ProblemDeps,
  guildId: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault && error.code === 'DISCORD_TOKEN_REFUSED') {
      await raiseProblem(deps, guildId, TOKEN, { code: error.code });
    }
    throw error;
  }
}
