import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFailed, onTestFinished } from 'vitest';
import { START } from './start-command.ts';

/** Where the program keeps its compiled modules, for scripts to use them too. */
export const COMPILED = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
};

/** A Rolekeeper in a process of its own, as an operator starts it. */
export interface RolekeeperProcess {
  readonly pid: number;
  /** All that it has printed so far. */
  readonly output: () => string;
  /** Waits until it has printed a text; rejects when it ends without. */
  printed(text: string): Promise<void>;
  /** Waits until it prints a text once more, from now on. */
  prints(text: string): Promise<void>;
  /** Sends a signal and waits for the end. @returns the exit code; null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal that doesn't end it. */
  signal(signal: NodeJS.Signals): void;
  /** Waits for it to end by itself. */
  readonly ended: Promise<number | null>;
}

/** Starts the program with these variables and no others of ours; it is killed when the test ends. */
export function startProcess(variables: Record<string, string>): RolekeeperProcess {
  const child = spawn(process.execPath, START, {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  onTestFailed(() => void process.stdout.write(`\nPrinted by process ${child.pid}:\n${output}\n`));
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    pid: child.pid ?? Number.NaN,
    output: () => output,
    ended,
    printed: (text) => printed(child, text, () => output),
    prints(text) {
      const before = output.length;
      return printed(child, text, () => output.slice(before));
    },
    signal: (signal) => void child.kill(signal),
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
