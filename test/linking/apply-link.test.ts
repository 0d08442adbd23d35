import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { cleanUpLinking } from '../../src/linking/cleanup.ts';
import { updateConnection } from '../../src/linking/connection.ts';
import { confirm } from '../../src/linking/decision.ts';
import { formProof } from '../../src/linking/proofs.ts';
import { linkChanged } from '../../src/linking/queues.ts';
import { openTestDatabase } from '../support/database.ts';
import type { Job } from './mortal.ts';
import { startStage } from './stage.ts';

const signal = new AbortController().signal;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a buyer who allowed only joining is let in after an outage, and then the tokens are deleted', async () => {
  const { prisma } = database;
  const stage = await startStage(database, ['identify', 'guilds.join']);
  const { sandbox } = stage;
  const { guildId, fresh, commerceUserId, roleId } = await stage.scene();
  sandbox.community.leave(guildId, fresh);
  const queue: Job[] = [];
  const { deps, work } = stage.live([guildId], queue);
  const session = await stage.atConfirm(fresh, commerceUserId);
  const outage = sandbox.faults.answer(
    { method: 'PUT', route: '/guilds/:guild_id/members/:user_id' },
    { status: 500 },
    100,
  );
  await confirm(deps, session, formProof(session), '127.0.0.1', signal);
  await expect(work()).rejects.toMatchObject({ code: expect.stringMatching(/^DISCORD_/) });
  // The update of linked roles runs in between, although these tokens lack its scope.
  await updateConnection(deps, fresh, signal);
  expect(await prisma.chatGrant.count({ where: { chatUserId: fresh } })).toBe(1);

  outage.remove();
  // Drops the job, as if it had used up its retries. The cleanup queues it again.
  queue.length = 0;
  await cleanUpLinking(deps, signal);
  expect(queue.map(({ queue: name }) => name)).toContain(linkChanged.name);
  await work();
  expect(stage.rolesOf(guildId, fresh)).toEqual([roleId]);
  expect(await prisma.chatGrant.count({ where: { chatUserId: fresh } })).toBe(0);
  expect([...sandbox.community.state.grants.values()]).toEqual([]);
});
