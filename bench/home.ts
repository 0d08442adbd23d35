import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { type Database, openDatabase } from '../src/database/index.ts';

/** The server to try if DATABASE_URL isn't set. */
const NEARBY = 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Timeout of a connection, in milliseconds. */
const PATIENCE = 2_000;

const SECRET_KEY = randomBytes(32).toString('base64');

export interface Home {
  readonly name: 'PostgreSQL' | 'embedded';
  /** Version and relevant settings. */
  readonly facts: readonly string[];
  create(): Promise<Store>;
}

/** A temporary database. */
export interface Store {
  /** Environment variables that make our processes use it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Opens and migrates it. The embedded one must not be open in another process. */
  open(): Promise<Database>;
  /** Removes it, even while it is in use. May be called again. */
  remove(): Promise<void>;
}

/**
 * Finds the kinds of databases: PostgreSQL, if named or found locally, and the embedded one.
 * @returns them, and a function that removes all databases created there
 */
export async function findHomes(named: string | undefined) {
  const made = new Set<Store>();
  const keepingCount = (home: Home): Home => ({
    ...home,
    async create() {
      const store = await home.create();
      made.add(store);
      return store;
    },
  });
  const removeAll = async () => {
    for (const store of made) await store.remove();
  };
  return { homes: (await find(named)).map(keepingCount), removeAll };
}

async function find(named: string | undefined): Promise<Home[]> {
  const server = await findServer(named ?? NEARBY).catch((cause: unknown) => {
    if (named === undefined) return undefined;
    throw new Error('The PostgreSQL of DATABASE_URL lets nobody in: check its address, user and password.', {
      cause,
    });
  });
  return [...(server ? [server] : []), embedded];
}

const SETTINGS = ['fsync', 'synchronous_commit', 'shared_buffers', 'work_mem', 'max_connections'];

async function findServer(url: string): Promise<Home> {
  const address = new URL(url);
  address.searchParams.set('connect_timeout', String(PATIENCE / 1000));
  const [version = ''] = await askServer(address.href, "SELECT current_setting('server_version')");
  const settings = await Promise.all(
    SETTINGS.map(async (name) => {
      const [value = ''] = await askServer(address.href, `SELECT current_setting('${name}')`);
      return `${name} ${value}`;
    }),
  );
  return {
    name: 'PostgreSQL',
    facts: [`version ${version}`, ...settings],
    async create() {
      const name = `rolekeeper_bench_${randomBytes(6).toString('hex')}`;
      await askServer(url, `CREATE DATABASE ${name}`);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return {
        variables: { DATABASE_URL: own.href, SECRET_KEY },
        open: () => openDatabase({ url: own.href, dataDir: '' }),
        remove: async () => void (await askServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      };
    },
  };
}

/** Runs a statement. @returns the first column */
async function askServer(connectionString: string, sql: string): Promise<string[]> {
  const server = await new PrismaPg({
    connectionString,
    max: 1,
    connectionTimeoutMillis: PATIENCE,
  }).connect();
  try {
    const { rows } = await server.queryRaw({ sql, args: [], argTypes: [] });
    return rows.map(([value]) => String(value));
  } finally {
    await server.dispose();
  }
}

const embedded: Home = {
  name: 'embedded',
  facts: ['PGlite, one thread with the program, each commit on the disk before it counts'],
  async create() {
    const dataDir = await mkdtemp(join(tmpdir(), 'rolekeeper-bench-'));
    return {
      variables: { DATA_DIR: dataDir },
      open: () => openDatabase({ url: undefined, dataDir }),
      remove: () => rm(dataDir, { recursive: true, force: true }),
    };
  },
};
