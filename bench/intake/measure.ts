import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { freePort } from '../../test/support/ports.ts';
import type { Store } from '../home.ts';
import type { Generator } from '../load/load.ts';
import { createProfiler, type Share } from '../profile.ts';
import { answering, startHelper, startProgram } from '../program.ts';
import { usageOf } from '../usage.ts';
import { DELIVERIES, SECRET } from './event.ts';
import { groupSize, insertGroup } from './insert.ts';

/** Whose load, and how much of it. */
interface Pressure {
  readonly generator: Generator;
  readonly count: number;
  readonly connections: number;
}

/** The part of the load that comes first, so that what is measured is warm. */
const WARM_UP = 0.25;

/** What a server does as fast as it is asked. */
interface Taken {
  readonly perSecond: number;
  /** Microseconds of a processor that an event took in its process. */
  readonly processor: number;
}

async function measureFull(pid: number, { generator, count, ...load }: Pressure & { url: string }) {
  const to = { ...load, kind: DELIVERIES };
  await generator.load({ ...to, count: Math.ceil(count * WARM_UP) });
  const before = await usageOf(pid);
  const { perSecond } = await generator.load({ ...to, count });
  const after = await usageOf(pid);
  return { perSecond, processor: ((after.processor - before.processor) / count) * 1e6 };
}

/** @returns what a handler takes that stores nothing */
export async function measureBare(pressure: Pressure): Promise<Taken> {
  const helper = startHelper('intake/bare.helper.ts', { likeProgram: true });
  const port = await freePort();
  await helper.ask({ port, secret: SECRET }, Type.Object({}));
  const taken = await measureFull(helper.pid, { ...pressure, url: `http://127.0.0.1:${port}` });
  await helper.end();
  return taken;
}

/** @returns events that were stored, and how soon at half of that */
export async function measureIntake(pressure: Pressure, store: Store) {
  const { generator, count, connections } = pressure;
  const { program, url } = await startIntake(store.variables);
  const taken = await measureFull(program.pid, { ...pressure, url });
  const load = { url, kind: DELIVERIES, connections };
  const half = { count: Math.ceil(count / 2), rate: taken.perSecond / 2 };
  const atHalf = await generator.load({ ...load, ...half });
  await program.end();
  return { ...taken, atHalf };
}

/** @returns where the time of the intake goes while events come as fast as they are answered */
export async function profileIntake(pressure: Pressure, store: Store): Promise<readonly Share[]> {
  const profiler = createProfiler();
  const { program, url } = await startIntake({ ...store.variables, ...profiler.variables });
  profiler.begin();
  await measureFull(program.pid, { ...pressure, url });
  await program.end();
  return profiler.end();
}

/** The intake alone, as an operator starts it. */
async function startIntake(variables: Readonly<Record<string, string>>) {
  const port = await freePort();
  const program = await startProgram({
    ...variables,
    ...{ PARTS: 'intake', PORT: String(port), COMMERCE_WEBHOOK_SECRET: SECRET },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/healthz`);
  return { program, url };
}

/**
 * After the intake has run on the same database.
 * @returns rows that are written per second without it, and how large its groups were
 */
export async function measureInserts(store: Store, count: number) {
  const database = await store.open();
  const size = await groupSize(database);
  const run = randomUUID();
  const rows = Array.from({ length: count }, (_, n) => {
    const id = `${run}-${n}`;
    const payload = JSON.parse(DELIVERIES.body?.replaceAll('{n}', id) ?? '');
    return { id, membershipId: `mem_${id}`, payload };
  });
  const groups: (typeof rows)[] = [];
  for (let at = 0; at < count; at += Math.round(size)) groups.push(rows.slice(at, at + Math.round(size)));
  const begun = performance.now();
  for (const group of groups) await insertGroup(database, group);
  const perSecond = count / ((performance.now() - begun) / 1000);
  await database.close();
  return { perSecond, groupSize: size };
}
