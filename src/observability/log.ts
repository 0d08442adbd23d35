import pTimeout from 'p-timeout';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { traceId } from './trace.ts';

export type { Logger } from 'pino';

/** How long a flush may take, in milliseconds. */
const FLUSH_TIMEOUT = 1_000;

/**
 * Creates the process's logger: JSON lines, or readable lines on a terminal. JSON lines are written asynchronously, in
 * batches under load, so a slow reader blocks no work.
 *
 * Callers never pass secrets; the redaction below is a second line of defense.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    // The trace id is the same from the cause, such as a webhook, to the role change.
    mixin: () => ({ trace: traceId() }),
    redact: {
      paths: [
        ...['*.authorization', '*.token', '*.secret', '*.password', '*.headers', '*.config'],
        // The chat library's errors include the request: its URL may contain an interaction token, and its body is the
        // reply.
        ...['err.url', 'err.requestBody'],
      ],
      censor: '[redacted]',
    },
  };
  return process.stdout.isTTY
    ? pino(options, pretty({ destination: 1, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
    : // Without a minimum, a flush doesn't wait for the write that is under way.
      pino(options, pino.destination({ fd: 1, sync: false, minLength: 1 }));
}

/**
 * Resolves once every line is written, or after a second: a reader that has left must not keep the process from exiting.
 * Call it before the process exits, when a write that is under way would be lost.
 */
export const flushLog = (log: Logger): Promise<void> =>
  pTimeout(new Promise<void>((resolve) => log.flush(() => resolve())), {
    milliseconds: FLUSH_TIMEOUT,
    fallback: () => undefined,
  });
