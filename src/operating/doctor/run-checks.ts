import { CommunityRefusal } from '../../access/community.ts';
import { Fault } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { type Check, type Finding, failed, type Judged } from './finding.ts';

/**
 * Runs checks side by side, each within its time: one that never returns keeps none of the others.
 * @param bound milliseconds for each
 * @returns what they found, in the order of the checks
 */
export async function runChecks(
  checks: readonly Check[],
  { bound, log }: { readonly bound: number; readonly log: Logger },
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const judged = await runOne(check, bound, log);
      return judged.map((one): Finding => ({ ...one, check: check.name }));
    }),
  );
  return found.flat();
}

async function runOne(check: Check, bound: number, log: Logger): Promise<readonly Judged[]> {
  const late = Promise.withResolvers<readonly Judged[]>();
  const over = new AbortController();
  const timer = setTimeout(() => {
    late.resolve([failed({ code: 'TIMED_OUT' })]);
    over.abort();
  }, bound);
  try {
    return await Promise.race([late.promise, judge(check, over.signal, log)]);
  } finally {
    clearTimeout(timer);
  }
}

async function judge(check: Check, signal: AbortSignal, log: Logger): Promise<readonly Judged[]> {
  try {
    return await check.run(signal);
  } catch (error) {
    if (error instanceof Fault) return [failed({ code: 'FAULT', fault: error.code, message: error.message })];
    if (error instanceof CommunityRefusal)
      return [failed({ code: 'FAULT', fault: 'COMMUNITY_REFUSED', message: error.message })];
    log.error({ err: error, check: check.name }, 'a check failed in a way that nobody foresaw');
    return [failed({ code: 'UNEXPECTED' })];
  }
}
