import { readFile } from 'node:fs/promises';

/** Clock ticks per second of a process, on every Linux that Node supports. */
const TICKS = 100;

export interface Usage {
  /** Resident memory, in MB. */
  readonly memory: number;
  /** CPU seconds since its start. */
  readonly processor: number;
}

/**
 * Reads a process's resource usage from /proc; Linux only.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export async function usageOf(pid: number): Promise<Usage> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(?<size>\d+)/m.exec(status)?.groups?.['size']);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in parentheses, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { memory: kilobytes / 1024, processor: (Number(fields[11]) + Number(fields[12])) / TICKS };
}
