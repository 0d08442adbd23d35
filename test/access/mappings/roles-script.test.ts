import { expect, test } from 'vitest';
import { roles } from '../../../scripts/roles.ts';
import { PAID_ROLES } from '../../../src/sandbox/index.ts';
import { startSandbox, TOKEN } from '../../sandbox/sandbox.ts';
import { dataDirForThisTest } from '../../support/data-dir.ts';
import { databaseForThisTest, reopening } from '../../support/database.ts';
import { ROLES } from '../../support/start-command.ts';
import { collect, runScript } from '../../support/terminal.ts';

/** An operator of the sandbox's guild, with a database of the test's own; a process of its own has another. */
async function operator() {
  const { sandbox } = await startSandbox();
  const database = await databaseForThisTest();
  const env = {
    DATA_DIR: await dataDirForThisTest(),
    DISCORD_TOKEN: TOKEN,
    DISCORD_GUILD_IDS: sandbox.guildId,
    DISCORD_API_URL: sandbox.apiUrl,
  };
  return {
    sandbox,
    prisma: database.prisma,
    roles: (...args: readonly string[]) =>
      collect((terminal) => roles(args, env, terminal, reopening(database))),
    npmRunRoles: (...args: readonly string[]) => runScript(ROLES, args, env),
  };
}

const SUPPORTER = ['--role', PAID_ROLES.supporter.id, '--source', 'plan_gold'];

test('a mapping is made, listed and ended without the chat, with a sweep queued and audit log entries written', async () => {
  const { sandbox, prisma, roles, npmRunRoles } = await operator();
  expect(await npmRunRoles('list')).toEqual({ code: 0, output: 'No role is mapped yet.\n' });
  const mapped = await roles('map', ...SUPPORTER, '--grace-days', '3');
  expect(mapped).toMatchObject({ code: 0, output: expect.stringContaining('plan_gold gives role') });
  expect((await roles('list')).output).toContain('while valid; at the end: remove; grace: 3 days');
  expect(await roles('unmap', ...SUPPORTER)).toEqual({ code: 0, output: 'The mapping was removed.\n' });
  expect(await roles('unmap', ...SUPPORTER)).toMatchObject({
    code: 1,
    output: expect.stringContaining('This mapping doesn’t exist'),
  });

  const entries = await prisma.auditEntry.findMany({ orderBy: { seq: 'asc' } });
  expect(entries).toMatchObject([
    { actorKind: 'operator', actorId: 'roles', action: 'mapping saved', guildId: sandbox.guildId },
    {
      actorKind: 'operator',
      actorId: 'roles',
      action: 'mapping removed',
      objectId: PAID_ROLES.supporter.id,
    },
  ]);
  const jobs = await prisma.$queryRaw`
      SELECT name, data ->> 'guildId' AS "guildId" FROM pgboss.job WHERE name = 'access.sweep'`;
  expect(jobs).toEqual([{ name: 'access.sweep', guildId: sandbox.guildId }]);
});

test('a role with dangerous permissions is mapped only with --give-powers', async () => {
  const { sandbox, roles } = await operator();
  const guard = sandbox.community.createRole(sandbox.guildId, { name: 'Guard', position: 1 });
  sandbox.community.changeRole(sandbox.guildId, guard.id, { permissions: String(1 << 2) });
  const mapping = ['--role', guard.id, '--source', 'prod_club'];
  expect(await roles('map', ...mapping)).toMatchObject({
    code: 1,
    output: expect.stringContaining('allows Ban Members'),
  });
  expect(await roles('map', ...mapping, '--give-powers')).toMatchObject({ code: 0 });
});

test('invalid arguments are refused with an explanation', async () => {
  const { roles, npmRunRoles } = await operator();
  expect(await npmRunRoles()).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') });
  const invalid = [[], ['map'], ['map', ...SUPPORTER, '--at-end', 'never'], ['list', '--verbose']];
  for (const args of invalid)
    expect(await roles(...args)).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') });
  expect(await roles('list', '--guild', '1085128214742831199')).toMatchObject({
    code: 1,
    output: expect.stringContaining('DISCORD_GUILD_IDS'),
  });
});
