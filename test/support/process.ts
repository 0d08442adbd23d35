import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const Manifest = Type.Object({ scripts: Type.Object({ start: Type.String() }) });

/** What `npm start` starts, flags and all. */
const START = Value.Parse(Manifest, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  .scripts.start.split(' ')
  .slice(1)
  .map((word) => (word.endsWith('.ts') ? join(ROOT, word) : word));

/** What one process has compiled the next one needn't: a test that starts fifty saves most of their time. */
const COMPILED = join(tmpdir(), 'rolekeeper-tests-compiled');

/** A Rolekeeper in a process of its own, as an operator starts it. */
export interface RolekeeperProcess {
  /** All that it has printed so far. */
  readonly output: () => string;
  /** Waits until it has printed a text; rejects when it ends without. */
  printed(text: string): Promise<void>;
  /** Waits until it prints a text once more, from now on. */
  prints(text: string): Promise<void>;
  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Waits for it to end by itself. */
  readonly ended: Promise<number | null>;
}

/** Starts the program with these variables and no others of ours; it is killed when the test ends. */
export function startProcess(variables: Record<string, string>): RolekeeperProcess {
  const child = spawn(process.execPath, START, {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    output: () => output,
    ended,
    printed: (text) => printed(child, text, () => output),
    prints(text) {
      const before = output.length;
      return printed(child, text, () => output.slice(before));
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function printed(child: ChildProcess, text: string, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (output().includes(text)) resolve();
    };
    child.stdout?.on('data', look);
    child.once('close', () => reject(new Error(`It ended before it printed "${text}":\n${output()}`)));
    look();
  });
}
