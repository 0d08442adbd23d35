import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import pTimeout from 'p-timeout';

/** `GET /healthz`: the process is alive. Checks nothing else, so that a slow database doesn't cause a restart. */
export const health: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
};

/** Default timeout of a check, in milliseconds. */
const TIMEOUT = 2_000;

export type Phase = 'starting' | 'running' | 'stopping';

/**
 * Result of a check. "standby" counts as healthy. So does "removed from a server": only that server's admin can fix it,
 * and the process works for all others.
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

/** Checks something that the process needs. An error counts as "failed" and isn't shown. */
export type Check = () => Promise<CheckState> | CheckState;

export type CheckResults = () => Promise<Readonly<Record<string, CheckState>>>;

/**
 * Adds a timeout to checks, and shares running checks between callers.
 * @param timeout per check, in milliseconds
 */
export function runChecks(checks: Readonly<Record<string, Check>>, timeout: number = TIMEOUT): CheckResults {
  const bounded = Object.entries(checks).map(([name, check]) => [name, inTime(check, timeout)] as const);
  return async () =>
    Object.fromEntries(
      await Promise.all(bounded.map(async ([name, check]) => [name, await check()] as const)),
    );
}

/** Whether the process can do its work with this result. */
export const isReady = (state: CheckState | undefined): boolean => state !== undefined && WELL.has(state);

const WELL: ReadonlySet<CheckState> = new Set(['ok', 'standby', 'removed from a server']);

export interface ReadinessOptions {
  phase(): Phase;
  readonly look: CheckResults;
}

/**
 * `GET /readyz`: whether the process can do its work now. Returns 503 if a check fails or while the process starts or
 * stops, so that load balancers use other processes. Shows only each check's state.
 */
export const readiness: FastifyPluginAsyncTypebox<ReadinessOptions> = async (app, { phase, look }) => {
  app.get('/readyz', async (_request, reply) => {
    const states = Object.entries(await look());
    const now = phase();
    const found = states.every(([, state]) => isReady(state)) ? 'ready' : 'failing';
    const status = now === 'running' ? found : now;
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, checks: Object.fromEntries(states.map(([name, state]) => [name, { state }])) });
  });
};

/** Runs a check with a timeout. Callers share a running check, so that slow checks don't pile up. */
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
  return () => {
    underWay ??= ask();
    return pTimeout(underWay, { milliseconds: timeout, fallback: () => 'timed out' as const });
  };
}
