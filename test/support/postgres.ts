import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { query } from './empty-database.ts';
import { temporaryFolder } from './folder.ts';
import { freePort } from './ports.ts';
import { waitUntil } from './wait.ts';

/** Where Debian keeps PostgreSQL's own programs, the newest version last. */
const VERSIONS = '/usr/lib/postgresql';

const run = promisify(execFile);

/** The programs; undefined where they aren't installed. */
const programs = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .sort((one, other) => Number(one) - Number(other))
  .map((version) => join(VERSIONS, version, 'bin'))
  .findLast((folder) => existsSync(join(folder, 'initdb')));

/** Whether a test can have a PostgreSQL server of its own. */
export const hasPostgres = programs !== undefined;

/** A PostgreSQL server of the test's own, which it may stop and start; gone when the test ends. */
export async function openPostgres() {
  if (programs === undefined) throw new Error('PostgreSQL is not installed: look at hasPostgres first');
  const folder = await temporaryFolder();
  const data = join(folder, 'data');
  const port = String(await freePort());
  const user = await unprivileged();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'];
  await run(join(programs, 'initdb'), init, { ...user, cwd: folder });
  const settings = [
    'max_connections=300',
    'fsync=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ];
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const options = settings.flatMap((setting) => ['-c', setting]);
    const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', port, ...options], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    const answers = () => query(url, 'SELECT 1').then(Boolean, () => false);
    await waitUntil(answers);
    return server;
  };
  let server = await start();
  /** @param signal SIGQUIT: at once, as in a crash; SIGINT: every session is told */
  const stop = async (signal: 'SIGQUIT' | 'SIGINT') => {
    const ended = server.exitCode === null && once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  onTestFinished(() => stop('SIGQUIT'));
  return {
    url,
    stop,
    async start() {
      server = await start();
    },
  };
}

/** PostgreSQL refuses to run as root: there its own user does. */
async function unprivileged(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout)),
  );
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}
