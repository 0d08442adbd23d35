import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { updateConnection } from '../../src/linking/connection.ts';
import { resealTokens } from '../../src/linking/rotate.ts';
import { createSeal } from '../../src/linking/seal.ts';
import { waitFor } from '../support/wait.ts';
import { visitorOf } from './visitor.ts';
import { SECRET_KEY, useWorld } from './world.ts';

const world = useWorld();
const signal = new AbortController().signal;

/** Dumps every stored row as text: our tables, the service's, and the jobs with their errors. */
async function dump(): Promise<string> {
  const { prisma } = world();
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema IN ('community', 'commerce', 'pgboss')`;
  const rows = [];
  for (const { name } of tables)
    rows.push(await prisma.$queryRawUnsafe(`SELECT row_to_json(each)::text AS row FROM ${name} AS each`));
  return JSON.stringify(rows);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a dump of the database contains no valid token and no session, at any step', async () => {
  const { member, buy, sandbox } = world();
  const noor = member('noor.rahman');
  await buy('noor@example.com');
  const visitor = visitorOf(world());
  // A job stores the platform's refusal, which must not include the token that was sent.
  sandbox.community.leave(sandbox.guildId, noor);
  const refusal = sandbox.faults.answer(
    { method: 'PUT', route: '/guilds/:guild_id/members/:user_id' },
    { status: 500 },
    40,
  );
  const page = await visitor.visit(await visitor.toChat(noor));
  const atCommerce = await visitor.toCommerce(page, 'noor@example.com');
  const dumps = [await dump()];
  const confirm = await visitor.visit(atCommerce);
  dumps.push(await dump());
  await visitor.press(confirm, '/link/confirm');
  await waitFor(() => {
    const joins = sandbox.calls
      .list()
      .filter(({ method, route }) => method === 'PUT' && route.endsWith(':user_id'));
    expect(joins[0]?.answered['500']).toBeGreaterThanOrEqual(4);
  });
  dumps.push(await dump());
  refusal.remove();
  expect(sandbox.community.state.grants.size).toBeGreaterThan(0);
  const all = dumps.join();
  const session = [...visitor.cookies].find(([name]) => name.includes('link'))?.[1] ?? '';
  expect(all).toContain('v1.');
  expect(session).toHaveLength(43);
  expect(all).not.toContain(session);
  expect(all).not.toContain(world().container.secrets.sandboxClientSecret);
  // The platform stores its tokens as hashes. No part of the dump with the length of a token may have such a hash.
  const hashes = [...sandbox.community.state.grants.values()].flatMap(({ access, refresh }) => [
    access,
    refresh,
  ]);
  const found = [...new Set(all.match(/[\w-]{32,}/g))].flatMap((text) =>
    Array.from({ length: text.length - 31 }, (_, at) => text.slice(at, at + 32)),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((text) => hashes.includes(sha256(text)))).toEqual([]);
  expect(all).not.toMatch(/(access|refresh)_[\w-]{43}/);
});

test('a new secret key keeps every link working, and the previous key opens nothing any more', async () => {
  const { member, buy, sandbox, prisma, deps, container, allTold } = world();
  const leif = member('leif.h');
  await buy('leif@example.com');
  await visitorOf(world()).link(leif, 'leif@example.com');
  const connection = () => sandbox.community.state.connections.get(leif)?.metadata;
  await waitFor(() => expect(connection()).toMatchObject({ is_member: '1' }));
  // A pending job that has only the old key would treat tokens sealed with the new one as lost.
  await allTold();

  const keys = (secretKeys: readonly [string, ...string[]]) =>
    createSeal(loadSecrets({ ...container.config, secretKeys }).tokenKeys);
  const newKey = 'another key for the tests, of course'.replaceAll(',', '');
  const both = keys([newKey, SECRET_KEY]);
  const count = await prisma.chatGrant.count();
  expect((await resealTokens(prisma, systemClock, both)).resealed).toBeGreaterThanOrEqual(count);
  expect(await resealTokens(prisma, systemClock, both)).toEqual({ resealed: 0, lost: 0 });
  const rotated = await prisma.auditEntry.findMany({ where: { action: 'tokens sealed anew' } });
  expect(rotated).toMatchObject([{ actorId: 'secrets:rotate' }, { details: { resealed: 0, lost: 0 } }]);

  await prisma.chatGrant.update({ where: { chatUserId: leif }, data: { pushed: null } });
  await updateConnection({ ...deps, seal: keys([newKey]) }, leif, signal);
  expect(connection()).toMatchObject({ is_member: '1' });

  await prisma.chatGrant.update({ where: { chatUserId: leif }, data: { pushed: null } });
  await updateConnection({ ...deps, seal: keys([SECRET_KEY]) }, leif, signal);
  expect(await prisma.chatGrant.count({ where: { chatUserId: leif } })).toBe(0);
  expect(await prisma.accountLink.count({ where: { chatUserId: leif } })).toBe(1);
});
