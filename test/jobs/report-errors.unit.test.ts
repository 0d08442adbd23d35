import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportErrors } from '../../src/jobs/report-errors.ts';

/** Collects the log lines for errors of the job engine. */
function logOf() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const boss = new PgBoss('postgresql://nobody@127.0.0.1:1/nowhere');
  reportErrors(boss, pino({ base: null }, { write: (line: string) => void lines.push(line) }));
  return { boss, logged: () => lines.map((line) => JSON.parse(line)) };
}

test('the same error is logged once in ten seconds, and a different one separately', () => {
  const { boss, logged } = logOf();
  const fail = () => boss.emit('error', new Error('a statement is wrong'));
  for (let n = 0; n < 50; n++) fail();
  boss.emit('error', new Error('something else'));
  vi.advanceTimersByTime(10_000);
  fail();
  expect(logged().map(({ err, suppressed }) => [err.message, suppressed])).toEqual([
    ['a statement is wrong', undefined],
    ['something else', undefined],
    ['a statement is wrong', 49],
  ]);
});

test('a lost database is logged once a minute, however many workers report it in however many ways', () => {
  const { boss, logged } = logOf();
  const meet = () => {
    for (let n = 0; n < 30; n++) {
      const who = `(Queue: queue-${n}, Worker: ${crypto.randomUUID()})`;
      boss.emit('error', Object.assign(new Error(`read ECONNRESET ${who}`), { code: 'ECONNRESET' }));
      boss.emit('error', Object.assign(new Error(`connect ECONNREFUSED ${who}`), { code: 'ECONNREFUSED' }));
      boss.emit('error', new Error(`Connection terminated unexpectedly ${who}`));
    }
  };
  meet();
  vi.advanceTimersByTime(59_000);
  meet();
  vi.advanceTimersByTime(1_000);
  meet();
  expect(logged().map(({ reason, suppressed }) => [reason, suppressed])).toEqual([
    ['read ECONNRESET', undefined],
    ['read ECONNRESET', 179],
  ]);
});
