import { pino } from 'pino';
import { expect, test } from 'vitest';
import { carryOut } from '../../src/admin/order.ts';
import { appendEntry } from '../../src/audit/append.ts';
import { systemClock } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { deed } from '../audit/log.ts';
import { databaseForThisTest } from '../support/database.ts';

test('the outcome of an order is returned even if it cannot be recorded, and the log says why', async () => {
  const { prisma } = await databaseForThisTest();
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const order = (run: () => Promise<string>) =>
    carryOut(
      { prisma, clock: systemClock, log },
      { guildId: '1', actor: '2', action: 'plan created', object: { type: 'plan', id: 'Gold' } },
      async () => {
        // Records an outcome first, so that the second record fails.
        const order = await prisma.auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } });
        await appendEntry(prisma, systemClock.now(), deed('Gold', { settles: order.seq }));
        return run();
      },
    );
  const refusal = new Fault('COMMERCE_REFUSED', 'There are too many plans.');
  expect(await order(async () => 'made')).toBe('made');
  await expect(order(() => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    ['done', 'failed'].map((outcome) =>
      expect.objectContaining({ outcome, err: expect.objectContaining({ code: 'P2002' }) }),
    ),
  );
});
