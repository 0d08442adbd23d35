import { execFile } from 'node:child_process';
import type { Terminal } from '../../scripts/terminal.ts';
import { COMPILED } from './process.ts';

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

/** Runs an operator's command within this process, which takes a tenth of the time that a process of its own takes. */
export async function collect(command: (terminal: Terminal) => Promise<number>): Promise<Ended> {
  let output = '';
  const stream = {
    write(text: string) {
      output += text;
    },
  };
  const code = await command({ stdout: stream, stderr: stream });
  return { code, output };
}

/** Runs an operator's command as a process of its own, as `npm run` does. */
export const runScript = (
  command: readonly string[],
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [...command, ...args],
      { env: { PATH: process.env['PATH'], ...COMPILED, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? error.code : 0, output: stdout + stderr.replaceAll(/.*Warning.*\n/g, '') }),
    ),
  );
