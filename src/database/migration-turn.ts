import { PrismaPg } from '@prisma/adapter-pg';
import type { MigrationTurn } from './migrate.ts';

/** Number of the advisory lock; arbitrary, but unused by anything else on the database. */
const LOCK = 7_265_107_001;

/** Time to wait for other processes' migrations, in milliseconds. */
const PATIENCE = 10 * 60_000;

/**
 * Serializes migrations across processes with an advisory lock on a separate connection. The lock ends with the process
 * however the process dies.
 * @param url of a PostgreSQL server; a pooler in between must preserve sessions
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
