import { PrismaPg } from '@prisma/adapter-pg';
import type { MigrationTurn } from './migrate.ts';

/** The number of the lock; any that nothing else on the database takes. */
const LOCK = 7_265_107_001;

/** How long a process waits for another one's migrations, in milliseconds. */
const PATIENCE = 10 * 60_000;

/**
 * Takes turns with the other processes that migrate this database: an advisory lock on a connection of its own,
 * which ends with the process however that dies.
 * @param url a PostgreSQL server's; a pooler in between has to keep sessions apart
 */
export const migrationTurn =
  (url: string): MigrationTurn =>
  async (migrate) => {
    const pool = new PrismaPg({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
    const connection = await pool.connect();
    try {
      await connection.executeScript(`SET lock_timeout = ${PATIENCE}; SELECT pg_advisory_lock(${LOCK})`);
      return await migrate();
    } finally {
      await connection.dispose();
    }
  };
