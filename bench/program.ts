import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { START, START_ON_SERVER, START_SMALL } from '../test/support/start-command.ts';

/** Timeout until a process answers, in milliseconds. */
const PATIENCE = 60_000;

/** Polling interval, in milliseconds. */
const INTERVAL = 5;

/** A Rolekeeper process, started as an operator would. */
export interface Program {
  readonly pid: number;
  /** Milliseconds from its start until it reported that it runs. */
  readonly startTime: number;
  end(): Promise<void>;
}

/**
 * Chooses the Node flags of a start script: `start` with an embedded database, otherwise one for servers. A helper
 * without a database gets those for servers.
 */
function commandFor(variables: Readonly<Record<string, string>>): readonly string[] {
  const { DATA_DIR, DATABASE_URL, PARTS } = variables;
  if (DATA_DIR !== undefined && DATABASE_URL === undefined) return START;
  return PARTS === 'worker,bot' ? START_SMALL : START_ON_SERVER;
}

/** Starts the program with only these environment variables, and waits until it reports that it runs. */
export async function startProgram(variables: Readonly<Record<string, string>>): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'rolekeeper-bench-'));
  const begun = performance.now();
  const child = spawn(process.execPath, commandFor(variables), {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const close = endWith(child);
  await running(child);
  return {
    pid: child.pid ?? 0,
    startTime: performance.now() - begun,
    async end() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the process has printed that it runs. Its later output is read and discarded. */
function running(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const look = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-10_000);
      if (!output.includes('Rolekeeper is running')) return;
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', look).resume();
      resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', () => reject(new Error(`It ended before it ran:\n${output}`)));
  });
}

/** A helper process of a benchmark, which answers questions. */
export interface Helper {
  readonly pid: number;
  ask<Answer extends TSchema>(question: object, answer: Answer): Promise<Static<Answer>>;
  end(): Promise<void>;
}

/**
 * Starts a benchmark's helper file, with the program's Node flags or with default ones.
 * @param variables its environment
 */
export function startHelper(
  file: string,
  options: { readonly variables?: Readonly<Record<string, string>>; readonly likeProgram?: boolean } = {},
): Helper {
  const child = fork(join(import.meta.dirname, file), {
    execArgv: options.likeProgram
      ? commandFor(options.variables ?? {}).slice(0, -1)
      : ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env['PATH'], ...options.variables },
    serialization: 'advanced',
  });
  const close = endWith(child);
  return {
    pid: child.pid ?? 0,
    async ask(question, answer) {
      const died = new AbortController();
      const dies = () => died.abort(new Error(`${file} ended while it was asked something.`));
      child.once('exit', dies);
      const answered = once(child, 'message', { signal: died.signal });
      child.send(question);
      const [message] = await answered.finally(() => child.off('exit', dies));
      return Value.Parse(answer, message);
    },
    end: close,
  };
}

/** Kills the process when this one exits. @returns a function that ends it and waits until it has exited */
function endWith(child: ChildProcess): () => Promise<void> {
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const closed = once(child, 'close');
  return async () => {
    child.kill('SIGTERM');
    await closed;
    process.off('exit', kill);
  };
}

/** Waits until the URL answers. */
export async function answering(url: string): Promise<void> {
  for (let waited = 0; ; waited += INTERVAL) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch (error) {
      if (waited >= PATIENCE) throw error;
      await setTimeout(INTERVAL);
    }
  }
}
