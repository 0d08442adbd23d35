import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Table } from './bench.ts';
import { figure } from './spread.ts';

const ROOT = join(import.meta.dirname, '..');

const Node = Type.Object({
  id: Type.Integer(),
  callFrame: Type.Object({ functionName: Type.String(), url: Type.String() }),
  children: Type.Optional(Type.Array(Type.Integer())),
});
type Node = Static<typeof Node>;

/** The part of `node --cpu-prof` output used here; times in microseconds. */
const Profile = Type.Object({
  nodes: Type.Array(Node),
  startTime: Type.Number(),
  samples: Type.Array(Type.Integer()),
  timeDeltas: Type.Array(Type.Number()),
});

/** A module and its share of the busy CPU time, from 0 to 1. */
export type Share = readonly [who: string, part: number];

export interface Profiler {
  /** Environment variables to start the program with. */
  readonly variables: Readonly<Record<string, string>>;
  /** Ignores everything before this moment, such as the program's start. */
  begin(): void;
  /** Reads the profile after the program has ended. @returns the shares, largest first */
  end(): readonly Share[];
}

export function createProfiler(): Profiler {
  const folder = mkdtempSync(join(tmpdir(), 'rolekeeper-profile-'));
  let since = 0;
  return {
    variables: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    // The profile uses the machine's monotonic clock, which is the same in all processes.
    begin() {
      since = Number(process.hrtime.bigint() / 1000n);
    },
    end() {
      // Each thread has a file of its own; the main thread's is the largest.
      const texts = globSync(join(folder, '*.cpuprofile')).map((file) => readFileSync(file, 'utf8'));
      rmSync(folder, { recursive: true });
      const [text = ''] = texts.sort((a, b) => b.length - a.length);
      return sharesOf(Value.Parse(Profile, JSON.parse(text)), since);
    },
  };
}

/** Rows of the table; smaller shares are summed up in one row. */
const LINES = 12;

/** Renders a profile as a table for the document. */
export const profileTable = (caption: string, shares: readonly Share[]): Table => ({
  caption,
  head: ['who', 'part of its time'],
  rows: [
    ...shares.slice(0, LINES),
    ['the rest', shares.slice(LINES).reduce((sum, [, part]) => sum + part, 0)] as const,
  ].map(([who, part]) => [who, `${figure(part * 100)} %`]),
});

function sharesOf({ nodes, startTime, samples, timeDeltas }: Static<typeof Profile>, since: number) {
  const whoIs = createWho(nodes);
  const times = new Map<string, number>();
  let at = startTime;
  for (const [n, id] of samples.entries()) {
    const time = timeDeltas[n] ?? 0;
    at += time;
    const who = at < since ? undefined : whoIs(id);
    if (who !== undefined) times.set(who, (times.get(who) ?? 0) + time);
  }
  const whole = times.values().reduce((sum, time) => sum + time, 0);
  return [...times].map(([who, time]): Share => [who, time / whole]).sort((a, b) => b[1] - a[1]);
}

/** Attributes profile nodes to the nearest calling package or own file. @returns undefined for idle time */
function createWho(nodes: readonly Node[]): (id: number) => string | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  return (id) => {
    const name = byId.get(id)?.callFrame.functionName;
    if (name === '(idle)') return undefined;
    if (name === '(garbage collector)') return 'garbage collector';
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
      const who = ownerOf(byId.get(at)?.callFrame.url ?? '');
      if (who) return who;
    }
    return 'Node by itself: HTTP, sockets, streams';
  };
}

/** Returns the package, or a scope for all its packages; an own file; or undefined for Node's own code. */
function ownerOf(url: string): string | undefined {
  if (url.startsWith('wasm:')) return '@prisma';
  if (!url.startsWith('file:') && !url.startsWith('/')) return undefined;
  const path = relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url);
  return /.*node_modules\/([^/]+)/.exec(path)?.[1] ?? path;
}
