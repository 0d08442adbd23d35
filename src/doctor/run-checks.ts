import pTimeout from 'p-timeout';
import { isUnreachable } from '../database/unreachable.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import type { Logger } from '../observability/log.ts';
import { type Check, type Finding, failed, type Judged, warning } from './finding.ts';

/**
 * Runs checks in parallel under one time limit: a check that never returns doesn't delay the others.
 * @param bound milliseconds
 * @returns the findings, in the order of the checks
 */
export async function runChecks(
  checks: readonly Check[],
  { bound, log }: { readonly bound: number; readonly log: Logger },
): Promise<readonly Finding[]> {
  // One signal for all, as checks share requests.
  const over = new AbortController();
  const found = await Promise.all(
    checks.map(async (check) => {
      const judged = await pTimeout(judge(check, over.signal, log), {
        milliseconds: bound,
        fallback: () => {
          over.abort();
          return timedOut(check);
        },
      });
      return judged.map((one): Finding => ({ ...one, check: check.name }));
    }),
  );
  return found.flat();
}

const timedOut = (check: Check): readonly Judged[] => [failed(check.silence ?? { code: 'TIMED_OUT' })];

async function judge(check: Check, signal: AbortSignal, log: Logger): Promise<readonly Judged[]> {
  try {
    return await check.run(signal);
  } catch (error) {
    if (signal.aborted) return timedOut(check);
    if (error instanceof ChatFault) return [failed({ code: 'FAULT', fault: error })];
    // This check has no verdict without the database; the database check reports the cause.
    if (isUnreachable(error)) return [warning({ code: 'NEEDS_DATABASE' })];
    log.error({ err: error, check: check.name }, 'a check failed unexpectedly');
    return [failed({ code: 'UNEXPECTED' })];
  }
}
