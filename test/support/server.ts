import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { openDatabase } from '../../src/database/index.ts';
import { migrate } from '../../src/database/migrate.ts';
import { MigrationAdapter } from '../../src/database/migration-adapter.ts';
import { EMPTY, SCHEMA } from './empty-tables.ts';
import { defineQueues } from './template.ts';

/** A PostgreSQL server on which a run of the tests keeps its databases. */
export interface ServerHome {
  readonly kind: 'server';
  /** A database of the server to which one can connect to make others. */
  readonly url: string;
  /** What the names of this run's databases begin with. */
  readonly prefix: string;
}

/** Where the tests that need a PostgreSQL server look for one. */
export const SERVER: string =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

const PREFIX = 'rolekeeper_test_';

/**
 * Makes the migrated database from which each test file's own is copied, and clears away what runs that were
 * killed have left. A run that lives holds the lock of its number, so nothing is taken from under it.
 * @returns the home, and what removes all of this run, also what a failed test has left open
 */
export async function prepareServer(url: string) {
  const server = await connect(url);
  const runs = await readRuns(server).catch((cause: unknown) => {
    throw new Error('The server of TEST_DATABASE_URL lets nobody in: check its address, user and password.', {
      cause,
    });
  });
  for (const run of runs) if (await lock(server, run)) await dropAll(server, `${PREFIX}${run}_`);
  const run = randomInt(2 ** 31);
  await lock(server, run);
  const home: ServerHome = { kind: 'server', url, prefix: `${PREFIX}${run}_` };
  const remove = async () => {
    await dropAll(server, home.prefix);
    await server.dispose();
  };
  try {
    await server.executeScript(`CREATE DATABASE ${home.prefix}template`);
    await migrate(new MigrationAdapter({ connectionString: urlOf(home, 'template'), idleTimeoutMillis: 1 }));
    await defineQueues(await openDatabase({ url: urlOf(home, 'template'), dataDir: '' }));
    await untilNobodyIsIn(server, `${home.prefix}template`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { home, remove };
}

/** Only what nobody is connected to can be copied, and a pool lets go of its connections late. */
async function untilNobodyIsIn(server: Connection, database: string): Promise<void> {
  const connected = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}'`;
  while ((await query(server, connected)).rows.length > 0) await setTimeout(50);
}

/** A database of the server, migrated and without rows. */
interface Copy {
  readonly name: string;
  /** The schema of the template, as a hash. */
  readonly schema: string;
}

/** Copying the template takes five times as long as emptying a copy, so each is used again. */
const idle: Copy[] = [];

/** Lends a migrated, empty database. @returns its address, and what takes it back, open connections or not */
export async function createOnServer(home: ServerHome) {
  const copy = idle.pop() ?? (await copyTemplate(home));
  let isLent = true;
  return {
    url: urlOf(home, copy.name),
    async drop() {
      if (!isLent) return;
      isLent = false;
      const database = `${home.prefix}${copy.name}`;
      await run(
        home.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      );
      if (await empty(home, copy)) idle.push(copy);
      else await run(home.url, `DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

async function copyTemplate(home: ServerHome): Promise<Copy> {
  const name = randomBytes(6).toString('hex');
  await run(home.url, `CREATE DATABASE ${home.prefix}${name} TEMPLATE ${home.prefix}template`);
  const connection = await connect(urlOf(home, name));
  try {
    return { name, schema: await describeSchema(connection) };
  } finally {
    await connection.dispose();
  }
}

/** @returns false if its schema has changed */
async function empty(home: ServerHome, { name, schema }: Copy): Promise<boolean> {
  const connection = await connect(urlOf(home, name));
  try {
    if ((await describeSchema(connection)) !== schema) return false;
    for (const statement of ['BEGIN', ...EMPTY, 'COMMIT']) await query(connection, statement);
    return true;
  } finally {
    await connection.dispose();
  }
}

async function describeSchema(connection: Connection): Promise<string> {
  const { rows } = await query(connection, SCHEMA);
  return String(rows[0]?.[0]);
}

/** Commits there needn't survive a power cut, and so need no disk. */
function urlOf({ url, prefix }: ServerHome, name: string): string {
  const address = new URL(url);
  address.pathname = `/${prefix}${name}`;
  address.searchParams.set('options', '-c synchronous_commit=off');
  return address.href;
}

type Connection = Awaited<ReturnType<typeof connect>>;

/** One connection that stays, as locks belong to it. */
const connect = (url: string) =>
  new PrismaPg({ connectionString: url, max: 1, idleTimeoutMillis: 0 }).connect();

async function run(url: string, statement: string): Promise<void> {
  const server = await connect(url);
  try {
    await server.executeScript(statement);
  } finally {
    await server.dispose();
  }
}

async function readRuns(server: Connection): Promise<Set<number>> {
  const names = await readNames(server, PREFIX);
  return new Set(names.map((name) => Number.parseInt(name.slice(PREFIX.length), 10)));
}

async function readNames(server: Connection, prefix: string): Promise<string[]> {
  const { rows } = await query(
    server,
    `SELECT datname::text FROM pg_database WHERE starts_with(datname, '${prefix}')`,
  );
  return rows.map(([name]) => String(name));
}

/** @returns whether nobody had it */
async function lock(server: Connection, run: number): Promise<boolean> {
  const { rows } = await query(server, `SELECT pg_try_advisory_lock(${run})`);
  return rows[0]?.[0] === true;
}

const query = (server: Connection, sql: string) => server.queryRaw({ sql, args: [], argTypes: [] });

async function dropAll(server: Connection, prefix: string): Promise<void> {
  for (const name of await readNames(server, prefix))
    await server.executeScript(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
