import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

/**
 * The one logger: JSON lines for machines, readable lines where a person looks at a terminal.
 *
 * Nothing secret is ever handed to it; the redaction below is the second lock on that door.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['*.authorization', '*.token', '*.secret', '*.password', '*.headers', '*.config'],
      censor: '[redacted]',
    },
  };
  return process.stdout.isTTY
    ? pino(options, pretty({ destination: 1, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
    : pino(options);
}
