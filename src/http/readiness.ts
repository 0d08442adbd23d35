import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** How long one check may take unless it is said otherwise, in milliseconds. */
const TIMEOUT = 2_000;

/** Where a process is in its life. */
export type Phase = 'starting' | 'running' | 'stopping';

/**
 * What a check found. "standby" is as good as "ok"; so is "removed from a server", which only an admin of that server
 * can mend, while the process goes on for all others.
 */
export type CheckState =
  | 'ok'
  | 'standby'
  | 'removed from a server'
  | 'disconnected'
  | 'token refused'
  | 'pending'
  | 'failed'
  | 'timed out';

/** Finds out whether something that a process needs is there. An error counts as "failed", and is not shown. */
export type Check = () => Promise<CheckState> | CheckState;

/** What each check finds now. */
export type Look = () => Promise<Readonly<Record<string, CheckState>>>;

/**
 * Bounds checks in time, for all who look.
 * @param timeout how long one check may take, in milliseconds
 */
export function lookAt(checks: Readonly<Record<string, Check>>, timeout: number = TIMEOUT): Look {
  const bounded = Object.entries(checks).map(([name, check]) => [name, inTime(check, timeout)] as const);
  return async () =>
    Object.fromEntries(
      await Promise.all(bounded.map(async ([name, check]) => [name, await check()] as const)),
    );
}

/** Whether that lets a process do its work. */
export const isWell = (state: CheckState | undefined): boolean => state !== undefined && WELL.has(state);

const WELL: ReadonlySet<CheckState> = new Set(['ok', 'standby', 'removed from a server']);

export interface ReadinessOptions {
  phase(): Phase;
  readonly look: Look;
}

/**
 * `GET /readyz`: whether the process can do its work now. 503 when a check fails, and while it starts or stops, so
 * that balancers send to others. It says no more than each check's state.
 */
export const readiness: FastifyPluginAsyncTypebox<ReadinessOptions> = async (app, { phase, look }) => {
  app.get('/readyz', async (_request, reply) => {
    const states = Object.entries(await look());
    const now = phase();
    const found = states.every(([, state]) => isWell(state)) ? 'ready' : 'failing';
    const status = now === 'running' ? found : now;
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, checks: Object.fromEntries(states.map(([name, state]) => [name, { state }])) });
  });
};

/** Whoever asks while a check is under way waits for that one: what never answers is asked once, not once a second. */
function inTime(check: Check, timeout: number): () => Promise<CheckState> {
  let underWay: Promise<CheckState> | undefined;
  const ask = async (): Promise<CheckState> => {
    try {
      return await check();
    } catch {
      return 'failed';
    } finally {
      underWay = undefined;
    }
  };
  return async () => {
    underWay ??= ask();
    const answered = new AbortController();
    const late = wait(timeout, 'timed out' as const, { signal: answered.signal });
    try {
      return await Promise.race([underWay, late]);
    } finally {
      answered.abort();
      late.catch(() => undefined);
    }
  };
}
