import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { PAID_ROLES, SEED, seedCommunity } from '../../src/sandbox/seed.ts';
import { freePort } from '../support/ports.ts';
import { waitUntil } from '../support/wait.ts';
import { startSandbox, TOKEN, USER_AGENT } from './sandbox.ts';

/** Gives each paid role to each member. */
const PATHS = seedCommunity(new Date())
  .filter(({ kind }) => kind === 'member')
  .flatMap(({ id }) =>
    Object.values(PAID_ROLES).map((role) => `/guilds/${SEED.guildId}/members/${id}/roles/${role.id}`),
  );

test('what was answered survives a kill that follows at once', async () => {
  const file = await temporaryFile();
  for (const path of PATHS.slice(0, 2)) {
    const { call, kill } = await startProcess(file);
    expect(await call('PUT', path)).toBe(204);
    await kill();
    expect((await givenRoles(file)).has(path)).toBe(true);
  }
});

test('a kill in the middle of changes loses none that was answered, and leaves a whole file', async () => {
  const file = await temporaryFile();
  const expected = new Map<string, boolean>();
  for (let round = 0; round < 2; round += 1) {
    const { call, kill } = await startProcess(file);
    let changes = 0;
    let doubtful = '';
    const changeUntilKilled = async () => {
      for (;;) {
        const path = PATHS[changes % PATHS.length] ?? '';
        const give = (changes + round) % 3 !== 0;
        doubtful = path;
        expect(await call(give ? 'PUT' : 'DELETE', path)).toBe(204);
        expected.set(path, give);
        changes += 1;
      }
    };
    const killed = expect(changeUntilKilled()).rejects.toThrow('fetch failed');
    await waitUntil(() => changes >= 5 + round * 7);
    await kill();
    await killed;

    const kept = await givenRoles(file);
    // The change that was under way when the process died may be stored or not: nobody was told.
    expected.set(doubtful, kept.has(doubtful));
    for (const [path, given] of expected) expect([path, kept.has(path)]).toEqual([path, given]);
  }
});

test('a community comes back as it was, and its ids keep growing', async () => {
  const file = await temporaryFile();
  const first = await startSandbox({ file });
  const { userId } = first.sandbox.community.join(first.sandbox.guildId, { username: 'newcomer' });
  const role = first.sandbox.community.createRole(first.sandbox.guildId, { name: 'Patron', position: 1 });
  first.sandbox.community.giveRole(first.sandbox.guildId, userId, role.id);
  const before = first.sandbox.community.state;
  await first.stop();

  const second = await startSandbox({ file, baseUrl: first.baseUrl, clock: first.clock });
  expect(second.sandbox.community.state).toEqual(before);
  const next = second.sandbox.community.join(second.sandbox.guildId, { username: 'later' });
  expect(BigInt(next.userId)).toBeGreaterThan(BigInt(role.id));
});

test('a file that is none of ours is a clear fault, and is left alone', async () => {
  const file = await temporaryFile();
  const text = '{"version":1,"gui'.repeat(100);
  await writeFile(file, text);
  await expectUnreadable(file, 'not a database');
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a record that is not what it should be is a clear fault', async () => {
  const file = await temporaryFile();
  const { stop } = await startSandbox({ file });
  await stop();
  using database = new DatabaseSync(file);
  database.exec(`UPDATE record SET value = '{"id":7}' WHERE kind = 'guild'`);
  await expectUnreadable(file, `the guild ${SEED.guildId} is not what it should be`);
});

async function expectUnreadable(file: string, why: string) {
  const attempt = startSandbox({ file });
  await expect(attempt).rejects.toMatchObject({ code: 'SANDBOX_UNREADABLE' });
  await expect(attempt).rejects.toThrow(why);
  await expect(attempt).rejects.toThrow(file);
}

test('a change that could not be stored is not made, and the bot is told so', async () => {
  const file = await temporaryFile();
  const { call, rolePath, rolesOf } = await startSandbox({ file });
  using somebody = new DatabaseSync(file);
  somebody.exec('BEGIN IMMEDIATE');
  const answer = await call('PUT', rolePath('juniper', 'Supporter'));
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: '500: Internal Server Error', code: 0 });
  expect(rolesOf('juniper')).toEqual([]);
  somebody.exec('ROLLBACK');
  expect((await call('PUT', rolePath('juniper', 'Supporter'))).status).toBe(204);
});

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'community.db');
}

/** The roles that the community in a file has given, as the paths that give them. */
async function givenRoles(file: string): Promise<Set<string>> {
  const { sandbox, stop } = await startSandbox({ file });
  const members = [...(sandbox.community.guild(sandbox.guildId)?.members.values() ?? [])];
  await stop();
  return new Set(
    members.flatMap(({ userId, roles }) =>
      roles.map((id) => `/guilds/${sandbox.guildId}/members/${userId}/roles/${id}`),
    ),
  );
}

async function startProcess(file: string) {
  const port = await freePort();
  const script = fileURLToPath(new URL('./serve.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), TOKEN, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const api = `http://127.0.0.1:${port}/sandbox/api/v10`;
  const headers = { authorization: `Bot ${TOKEN}`, 'user-agent': USER_AGENT };
  return {
    call: async (method: string, path: string) => (await fetch(api + path, { method, headers })).status,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
