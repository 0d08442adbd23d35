import { pino } from 'pino';

/** As many as help to find out what went wrong. */
const KEPT = 200;

let lines: string[] = [];

/** For parts under test whose log is not what the test is about: shown where the test fails. */
export const quietLog = pino({ level: 'warn', base: null }, { write: keepLogged });

/** Keeps a line to be shown where the test fails. */
export function keepLogged(line: string): void {
  lines.push(line);
  if (lines.length > KEPT) lines.shift();
}

/** @returns what was logged since this was last asked */
export function takeLogged(): string {
  const logged = lines.join('');
  lines = [];
  return logged;
}
