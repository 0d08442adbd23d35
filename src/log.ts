import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { traceId } from './trace.ts';

export type { Logger } from 'pino';

/**
 * The one logger: JSON lines for machines, readable lines where a person looks at a terminal. Lines for machines are
 * written behind whoever logs, several at once where many come, and before the process ends: nobody waits for a reader
 * that is slow.
 *
 * Nothing secret is ever handed to it; the redaction below is the second lock on that door.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    // One id from a webhook, or whatever else began it, to the role.
    mixin: () => ({ trace: traceId() }),
    redact: {
      paths: [
        ...['*.authorization', '*.token', '*.secret', '*.password', '*.headers', '*.config'],
        // The chat library's errors carry what was asked: an address may hold the token by which an answer is
        // changed, and the body is the answer.
        ...['err.url', 'err.requestBody'],
      ],
      censor: '[redacted]',
    },
  };
  return process.stdout.isTTY
    ? pino(options, pretty({ destination: 1, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
    : pino(options, pino.destination({ fd: 1, sync: false }));
}
