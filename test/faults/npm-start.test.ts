import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { freePort } from '../support/ports.ts';
import { waitFor } from '../support/wait.ts';

test.each(['start', 'start:server', 'start:small'])(
  'a supervisor that ends `npm run %s` by SIGTERM has ended Rolekeeper, gracefully',
  async (script) => {
    const port = await freePort();
    // In a group of its own, so that the test can clean up whatever is left; the signal goes to npm alone.
    const npm = spawn('npm', ['run', script], {
      env: { ...process.env, PORT: String(port), DATA_DIR: await dataDirForThisTest() },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const group = -(npm.pid ?? Number.NaN);
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    onTestFinished(() => {
      try {
        process.kill(group, 'SIGKILL');
      } catch {
        // All of them have ended.
      }
    });
    await waitFor(() => expect(output).toContain('Rolekeeper is running'));
    const exited = once(npm, 'exit');
    npm.kill('SIGTERM');
    await exited;
    await waitFor(() => expect(output).toContain('"msg":"stopped"'));
    await waitFor(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed'));
  },
);
