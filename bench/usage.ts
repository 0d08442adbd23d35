import { readFile } from 'node:fs/promises';

/** How many of a process's clock ticks make a second, on every Linux that Node runs on. */
const TICKS = 100;

/** What a process has, and has used. */
export interface Usage {
  /** Megabytes of memory that are its own now. */
  readonly memory: number;
  /** Seconds of a processor since its start. */
  readonly processor: number;
}

/**
 * Reads what the system says about a process; Linux only.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export async function usageOf(pid: number): Promise<Usage> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(?<size>\d+)/m.exec(status)?.groups?.['size']);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name that may hold anything, in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { memory: kilobytes / 1024, processor: (Number(fields[11]) + Number(fields[12])) / TICKS };
}
