import { pino } from 'pino';
import { expect, test } from 'vitest';
import { anchorQueue } from '../../src/audit/anchor.ts';
import { parseAnchor } from '../../src/audit/report.ts';
import { verifyChain } from '../../src/audit/verify.ts';
import { systemClock } from '../../src/clock.ts';
import { openAuditAnchors } from '../../src/composition/audit.ts';
import { containerOn } from '../../src/composition/container.ts';
import { parseConfig } from '../../src/config/config.ts';
import { databaseForThisTest } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { waitFor } from '../support/wait.ts';
import { appendAll } from './log.ts';

test('the head is logged once a day, as an anchor to verify against', async () => {
  const database = await databaseForThisTest();
  const lines: string[] = [];
  const log = pino({ base: null, level: 'info' }, { write: (line: string) => void lines.push(line) });
  const config = parseConfig({ DATA_DIR: await temporaryFolder() });
  await using opened = new AsyncDisposableStack();
  const container = await containerOn(database, { config, clock: systemClock, log }, opened);
  await openAuditAnchors(container);
  const schedules = await database.prisma
    .$queryRaw`SELECT cron FROM pgboss.schedule WHERE name = ${anchorQueue.name}`;
  expect(schedules).toEqual([{ cron: '23 2 * * *' }]);

  await appendAll(database.prisma, ['a', 'b']);
  await container.jobs.send(anchorQueue, {}, { key: anchorQueue.name });
  const logged = () => lines.map((line) => JSON.parse(line)).filter((line) => line.auditHead !== undefined);
  await waitFor(() => expect(logged()).toHaveLength(1));
  expect(logged()).toMatchObject([{ level: 30, auditHead: expect.stringMatching(/^2:/) }]);
  const anchor = parseAnchor(logged()[0].auditHead);
  expect(await verifyChain(database.prisma, { expected: [anchor] })).toMatchObject({ kind: 'intact' });
});
