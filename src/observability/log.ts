import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { traceId } from './trace.ts';

export type { Logger } from 'pino';

/**
 * Creates the process's logger: JSON lines, or readable lines on a terminal. JSON lines are written asynchronously, in
 * batches under load, and flushed before the process ends, so a slow reader blocks no work.
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
    : pino(options, pino.destination({ fd: 1, sync: false }));
}
