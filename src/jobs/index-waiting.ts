import type { PgBoss } from 'pg-boss';

/**
 * Makes what waits findable by its key, by its id alone, and by how long it has waited: the engine itself would read all that
 * waits for each job that is sent, and so slow down as the backlog grows. Costs one question where it was done before.
 */
export async function indexWaiting(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(
    `SELECT to_regclass('pgboss.rolekeeper_waiting_since') IS NOT NULL AS "isThere"`,
  );
  if (rows[0]?.isThere) return;
  // Processes that start at the same time do this one after the other.
  await db.executeSql(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rolekeeper.index-waiting', 0));
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_keys ON pgboss.job (name, singleton_key) WHERE state < 'active';
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_ids ON pgboss.job (id) WHERE state < 'active';
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_since ON pgboss.job (name, start_after) WHERE state < 'active';
  END $$`);
}
