import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

/**
 * Runs the tests, with the heavy ones, repeatedly, each time in another order, and every other time beside two busy threads. Finds a test
 * that fails once in ten runs before it fails in a pull request.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    /** Seed of the first round; each further round adds one. */
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});

const BUSY_THREADS = 2;

const folder = mkdtempSync(join(tmpdir(), 'rolekeeper-steady-'));
let failures = 0;
for (let round = 0; round < Number(values.rounds); round++) {
  const seed = Number(values.seed) + round;
  const isBusy = round % 2 === 1;
  const busy = isBusy ? startBusyThreads() : [];
  const begun = performance.now();
  const { code, output } = await runTests(seed);
  await Promise.all(busy.map((thread) => thread.terminate()));
  const seconds = Math.round((performance.now() - begun) / 1000);
  const beside = isBusy ? `, beside ${BUSY_THREADS} busy threads` : '';
  process.stdout.write(
    `round ${round + 1} (seed ${seed}${beside}): ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`,
  );
  if (code === 0) continue;
  failures += 1;
  process.stdout.write(`${output}\n`);
}
rmSync(folder, { recursive: true });
process.stdout.write(`${values.rounds} rounds, ${failures} failed\n`);
process.exitCode = failures === 0 ? 0 : 1;

function runTests(seed: number): Promise<{ code: number | null; output: string }> {
  const log = join(folder, `${seed}.log`);
  const file = openSync(log, 'w');
  const shuffled = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  const child = spawn('npm', ['run', 'test:code', '--', '--project', 'heavy', ...shuffled], {
    stdio: ['ignore', file, file],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: readFileSync(log, 'utf8') }));
  });
}

function startBusyThreads(): Worker[] {
  const forever = 'for (;;) Math.random();';
  return Array.from({ length: BUSY_THREADS }, () => new Worker(forever, { eval: true }));
}
