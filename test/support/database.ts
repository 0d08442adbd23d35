import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { borrowEmbedded } from './embedded-pool.ts';
import { createOnServer } from './server.ts';

/** Whether the tests run on a PostgreSQL server. */
export const isOnServer = (): boolean => inject('databaseHome').kind === 'server';

/** A database of the caller's own. */
export interface TestDatabase {
  /** How another process reaches it; undefined for one in memory, which none can. */
  readonly url: string | undefined;
  /**
   * Opens it as one more process would, with connections of its own on a server. One in memory is shared by
   * all who open it.
   */
  open(): Promise<Database>;
  /** Closes what is still open, and removes it. */
  remove(): Promise<void>;
}

/** Makes an empty, migrated database; call it in `beforeAll` and remove it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const home = inject('databaseHome');
  if (home.kind === 'server') {
    const { url, drop } = await createOnServer(home);
    return { url, open: () => openDatabase({ url, dataDir: '' }), remove: drop };
  }
  const { database, giveBack } = await borrowEmbedded();
  return { url: undefined, open: async () => database, remove: giveBack };
}

/** The same, opened once and removed when that is closed. */
export async function openTestDatabase(): Promise<Database> {
  const home = await createTestDatabase();
  const database = await home.open();
  const close = async () => {
    await database.close();
    await home.remove();
  };
  return { ...database, close };
}

/** The same for a single test, closed when that ends. */
export async function databaseForThisTest(): Promise<Database> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

/** Opens the same database again and again, as one process after another does. */
export const reopening =
  (database: Database): typeof openDatabase =>
  async () => ({ ...database, close: async () => undefined });
