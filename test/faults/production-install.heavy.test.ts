import { execFile, spawn } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { waitFor } from '../support/wait.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What is in the repository, with nothing installed. */
async function freshCopy(): Promise<string> {
  const folder = await temporaryFolder();
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 2 ** 24,
  });
  const shipped = /^(?:package|\.npmrc|prisma|src\/|commands\/|scripts\/)/;
  for (const name of stdout.split('\0').filter((each) => shipped.test(each)))
    await cp(join(ROOT, name), join(folder, name));
  return folder;
}

test('a copy that is installed without development dependencies starts, and holds no Prisma CLI and no engines', async () => {
  const folder = await freshCopy();
  await run('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder });
  const installed = await readdir(join(folder, 'node_modules'));
  expect(installed).toContain('fastify');
  expect(installed.filter((name) => name.startsWith('prisma'))).toEqual([]);
  expect(await readdir(join(folder, 'node_modules/@prisma'))).not.toContain('engines');

  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      // Such a host brings its own Node.
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  npm.stdout.on('data', collect);
  npm.stderr.on('data', collect);
  await waitFor(() => expect(output).toContain('Rolekeeper is running'));
  npm.kill('SIGTERM');
  await waitFor(() => expect(output).toContain('"msg":"stopped"'));
});
