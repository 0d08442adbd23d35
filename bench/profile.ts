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

/** What `node --cpu-prof` writes, as far as it is read here; times in microseconds. */
const Profile = Type.Object({
  nodes: Type.Array(Node),
  startTime: Type.Number(),
  samples: Type.Array(Type.Integer()),
  timeDeltas: Type.Array(Type.Number()),
});

/** Who had the processor, and for which part of the time that the program worked, from 0 to 1. */
export type Share = readonly [who: string, part: number];

/** Looks at where the time of a program goes. */
export interface Profiler {
  /** What the program is to be started with. */
  readonly variables: Readonly<Record<string, string>>;
  /** What was before counts no more: the start of the program, say. */
  begin(): void;
  /** When the program has ended. @returns the most first */
  end(): readonly Share[];
}

export function createProfiler(): Profiler {
  const folder = mkdtempSync(join(tmpdir(), 'rolekeeper-profile-'));
  let since = 0;
  return {
    variables: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    // The clock of the profile is the machine's, and the same in all processes.
    begin() {
      since = Number(process.hrtime.bigint() / 1000n);
    },
    end() {
      // Threads have files of their own; the main one's is the largest.
      const texts = globSync(join(folder, '*.cpuprofile')).map((file) => readFileSync(file, 'utf8'));
      rmSync(folder, { recursive: true });
      const [text = ''] = texts.sort((a, b) => b.length - a.length);
      return sharesOf(Value.Parse(Profile, JSON.parse(text)), since);
    },
  };
}

/** Lines of a profile; what is less is one line together. */
const LINES = 12;

/** A profile as a document shows it. */
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

/** @returns says for whom a node works: the nearest package, or file of ours, that called; undefined for nobody */
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

/** A package, or one scope's packages together; a file of ours; undefined for what belongs to Node. */
function ownerOf(url: string): string | undefined {
  if (url.startsWith('wasm:')) return '@prisma';
  if (!url.startsWith('file:') && !url.startsWith('/')) return undefined;
  const path = relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url);
  return /.*node_modules\/([^/]+)/.exec(path)?.[1] ?? path;
}
