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

interface Pressure {
  readonly generator: Generator;
  readonly count: number;
  readonly connections: number;
}

/** Share of the load that is sent first, as a warm-up. */
const WARM_UP = 0.25;

/** Throughput of a server under full load. */
interface Taken {
  readonly perSecond: number;
  /** CPU time of the server's process per event, in microseconds. */
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

/** Measures a handler that stores nothing. */
export async function measureBare(pressure: Pressure): Promise<Taken> {
  const helper = startHelper('intake/bare.helper.ts', { likeProgram: true });
  const port = await freePort();
  await helper.ask({ port, secret: SECRET }, Type.Object({}));
  const taken = await measureFull(helper.pid, { ...pressure, url: `http://127.0.0.1:${port}` });
  await helper.end();
  return taken;
}

/** Measures the intake under full load, and its latency at half of that rate. */
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

/** Profiles the intake under full load. */
export async function profileIntake(pressure: Pressure, store: Store): Promise<readonly Share[]> {
  const profiler = createProfiler();
  const { program, url } = await startIntake({ ...store.variables, ...profiler.variables });
  profiler.begin();
  await measureFull(program.pid, { ...pressure, url });
  await program.end();
  return profiler.end();
}

async function startIntake(variables: Readonly<Record<string, string>>) {
  const port = await freePort();
  const program = await startProgram({
    ...variables,
    PARTS: 'intake',
    PORT: String(port),
    COMMERCE_WEBHOOK_SECRET: SECRET,
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/healthz`);
  return { program, url };
}

/**
 * Measures the database alone. Call it after the intake has run on the same database.
 * @returns rows written per second without the intake, and the average size of the intake's groups
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
