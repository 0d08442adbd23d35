import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { banner } from './banner.ts';
import { systemClock } from './clock.ts';
import { parseConfig } from './config/config.ts';
import { isFull, isUnreachable } from './database/unreachable.ts';
import { Fault } from './errors.ts';
import { createLog, flushLog } from './observability/log.ts';
import { followTraces } from './observability/trace.ts';
import { startRolekeeper } from './rolekeeper.ts';

/** How long a stop may take after the drain, in milliseconds. Interrupted work resumes at the next start. */
const CLOSE_TIMEOUT = 9_000;

/**
 * How long the process idles before it exits, in milliseconds. Node joins V8's compiler threads at exit, and a thread
 * that waits for a garbage collection then waits forever (https://github.com/nodejs/node/issues/54918). In an idle
 * process the threads finish first.
 */
const IDLE_BEFORE_EXIT = 100;

/** Loads the tracing library only if traces are exported. */
const exportTo = async (endpoint: string, parts: Iterable<string>) =>
  (await import('./observability/export-traces.ts')).exportTraces(endpoint, parts);

/** Describes problems that an operator can fix in plain words, and unexpected errors with their stack. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Fault) return error.message;
  if (isFull(error)) return 'The disk of the database is full. Free up space, then start again.';
  if (!isUnreachable(error)) return error.stack ?? error.message;
  const reason = error.message.trim().split('\n').at(-1);
  return `The database stopped answering: ${reason}\nCheck that it is running and allows as many connections as docs/operations/README.md says, then start again.`;
}

try {
  if (existsSync('.env')) process.loadEnvFile();
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  followTraces();
  const stopTraces =
    config.otlpEndpoint === undefined ? undefined : await exportTo(config.otlpEndpoint, config.parts);
  const opening = startRolekeeper({ config, clock: systemClock, log });
  // Registered before the start completes: an early signal is handled too, once there is something to close.
  const delay = CLOSE_TIMEOUT + config.drainTime;
  closeWithGrace({ delay, logger: log }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an uncaught error');
    else log.info({ signal }, 'stopping');
    await (await opening).close();
    await stopTraces?.();
    log.info('stopped');
    await flushLog(log);
    await pause(IDLE_BEFORE_EXIT);
  });
  process.stdout.write(banner(await opening));
} catch (error) {
  process.stderr.write(`Rolekeeper can't start.\n${inWords(error)}\n`);
  await pause(IDLE_BEFORE_EXIT);
  process.exit(1);
}
