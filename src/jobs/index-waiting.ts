import type { PgBoss } from 'pg-boss';

/**
 * Adds indexes on waiting jobs, by key, by id and by start time. Without them the engine reads all waiting jobs for
 * each job sent, and slows down as the backlog grows. Costs one query if the indexes exist.
 */
export async function indexWaiting(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(
    `SELECT to_regclass('pgboss.rolekeeper_waiting_since') IS NOT NULL AS "isThere"`,
  );
  if (rows[0]?.isThere) return;
  // Serializes processes that start at the same time.
  await db.executeSql(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rolekeeper.index-waiting', 0));
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_keys ON pgboss.job (name, singleton_key) WHERE state < 'active';
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_ids ON pgboss.job (id) WHERE state < 'active';
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_since ON pgboss.job (name, start_after) WHERE state < 'active';
  END $$`);
}
