import { PGlite } from '@electric-sql/pglite';
import { type Database, useEmbedded } from '../../src/database/index.ts';
import { EMPTY, SCHEMA } from './empty-tables.ts';
import { loadTemplate } from './template.ts';

/** An embedded database that is its borrower's alone until it is given back. */
export interface Loan {
  /** Its `close` does nothing. */
  readonly database: Database;
  /** Waits for what is still running, empties the database and keeps it for the next borrower. */
  giveBack(): Promise<void>;
}

interface Embedded {
  readonly pglite: PGlite;
  readonly database: Database;
  /** The schema of the template, as a hash. */
  readonly schema: string;
}

/**
 * Each stays open with its client and its prepared statements: loading one costs a second of processor time, preparing
 * the statements again a third of what a test's statements take, and emptying it a tenth of a second.
 */
const idle: Embedded[] = [];

/** Lends a migrated, empty database. */
export async function borrowEmbedded(): Promise<Loan> {
  const embedded = idle.pop() ?? (await load());
  const { pglite, database, schema } = embedded;
  let isLent = true;
  const whileLent = <T extends object>(target: T): T => refusingUnless(target, () => isLent);
  return {
    database: {
      prisma: whileLent(database.prisma),
      queue: database.queue.db ? { ...database.queue, db: whileLent(database.queue.db) } : database.queue,
      isEmbedded: true,
      close: async () => undefined,
    },
    async giveBack() {
      if (!isLent) return;
      isLent = false;
      // The only connection is free once the last transaction has ended.
      await database.prisma.$executeRawUnsafe('SELECT 1');
      // Who changed the schema keeps it: the next one expects the template's.
      if ((await describeSchema(pglite)) !== schema) return database.close();
      await empty(pglite);
      idle.push(embedded);
    },
  };
}

/** In memory, nothing survives a crash anyway. */
const START_PARAMS = [
  ...PGlite.defaultStartParams,
  ...['synchronous_commit=off', 'full_page_writes=off'].flatMap((setting) => ['-c', setting]),
];

async function load(): Promise<Embedded> {
  const pglite = await loadTemplate({ startParams: START_PARAMS });
  const schema = await describeSchema(pglite);
  return { pglite, schema, database: await useEmbedded(pglite, () => pglite.close()) };
}

/** What a test has left behind must not write into the next one's database. */
const refusingUnless = <T extends object>(target: T, isLent: () => boolean): T =>
  new Proxy(target, {
    get(_, property) {
      if (!isLent()) return refused;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Stands for the database's objects and methods; every call is rejected, as by a database that is gone. */
const refused: unknown = new Proxy(() => Promise.reject(new Error('This database was given back.')), {
  // Whoever awaits the object itself must not wait forever.
  get: (_, property) => (property === 'then' ? undefined : refused),
});

async function describeSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ known: string }>(SCHEMA);
  return rows[0]?.known ?? '';
}

/** Resets the connection as well, except its prepared statements. */
async function empty(pglite: PGlite): Promise<void> {
  await pglite.exec(EMPTY.join(';'));
  await pglite.exec('RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all()');
}
