import type { PGlite } from '@electric-sql/pglite';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { ConstructorOptions } from 'pg-boss';
import { type Prisma, PrismaClient } from './client/client.ts';
import { openEmbedded } from './embedded.ts';
import { poolOf, queueOn } from './embedded-connection.ts';
import { migrate } from './migrate.ts';
import { MigrationAdapter } from './migration-adapter.ts';
import { migrationTurn } from './migration-turn.ts';
import { serverAt } from './server.ts';
import { ServerAdapter } from './server-adapter.ts';

export type { PrismaClient } from './client/client.ts';
export { Prisma } from './client/client.ts';

export type Transaction = Prisma.TransactionClient;

/** An open, migrated database. */
export interface Database {
  readonly prisma: PrismaClient;
  /** Options with which the job queue uses the same database. */
  readonly queue: ConstructorOptions;
  /** Whether only this process uses it. Work in progress when the last process died is then known to be dead. */
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/**
 * Opens and migrates PostgreSQL: the server at `url`, or else the embedded one in `dataDir`.
 * @throws Fault `DATA_DIR_UNUSABLE`, `DATA_DIR_IN_USE`, `DISK_FULL`, `DATABASE_DAMAGED` or `MIGRATION_FAILED`
 */
export async function openDatabase(options: { url: string | undefined; dataDir: string }): Promise<Database> {
  if (options.url) return openServer(options.url);
  const { pglite, close } = await openEmbedded(options.dataDir);
  return useEmbedded(pglite, close);
}

/** Migrates an open PGlite and uses it as the process's database. */
export async function useEmbedded(pglite: PGlite, close: () => Promise<void>): Promise<Database> {
  const pool = poolOf(pglite);
  const queue = { db: queueOn(pool), backend: 'pglite' as const };
  const closeAll = async () => {
    await pool.end();
    await close();
  };
  const migrating = () => migrate(new MigrationAdapter(pool));
  return connect(new ServerAdapter(pool), { queue, isEmbedded: true, close: closeAll }, migrating);
}

async function openServer(url: string): Promise<Database> {
  const server = serverAt(url);
  const home = { queue: server, isEmbedded: false, close: async () => undefined };
  // Migrations connect without the statement timeout, since they may take long on a large table.
  const migrating = () => migrate(new MigrationAdapter({ connectionString: url }), migrationTurn(url));
  return connect(new ServerAdapter(server), home, migrating);
}

async function connect(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  home: Pick<Database, 'queue' | 'isEmbedded' | 'close'>,
  migrating: () => Promise<unknown>,
): Promise<Database> {
  // Minimal, because other formats quote whole queries, which would put payloads into the log.
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' });
  const close = async () => {
    await prisma.$disconnect();
    await home.close();
  };
  try {
    await migrating();
  } catch (error) {
    await close();
    throw error;
  }
  return { prisma, queue: home.queue, isEmbedded: home.isEmbedded, close };
}
