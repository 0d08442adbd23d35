/**
 * Returns the statement that empties tables. It deletes the rows of small ones, since truncating gives every table and
 * index a new file, which takes twenty times as long.
 * @param tables condition on `pg_class`
 */
export const emptyTables = (tables: string): string => `DO $$ DECLARE used record; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR used IN
    SELECT oid::regclass AS name, pg_relation_size(oid) > 100000 AS "isLarge" FROM pg_class
    WHERE relkind = 'r' AND pg_relation_size(oid) > 0 AND (${tables})
  LOOP
    EXECUTE format(CASE WHEN used."isLarge" THEN 'TRUNCATE %s CASCADE' ELSE 'DELETE FROM %s' END, used.name);
  END LOOP;
END $$`;

/**
 * Statements of one transaction after which a database is as the template: queues stay defined, and the audit log, which refuses to be
 * emptied, is at its beginning.
 */
export const EMPTY: readonly string[] = [
  emptyTables(`
    relnamespace IN ('audit'::regnamespace, 'commerce'::regnamespace, 'community'::regnamespace)
    OR (relnamespace = 'pgboss'::regnamespace AND relname NOT IN ('version', 'queue', 'bam'))`),
  'SELECT setval(seqrelid, seqstart, false) FROM pg_sequence',
  "INSERT INTO audit.head (seq, hash) VALUES (0, repeat('0', 64))",
];

/** Objects of the database system itself have smaller ids. */
const FIRST_OID = 16_384;

/** The result changes whenever a table, index, constraint, sequence, function or trigger is added or removed. */
export const SCHEMA = `
  SELECT string_agg(count || ' up to ' || newest, ', ') AS known FROM (
    SELECT count(*), max(oid) AS newest FROM pg_class WHERE oid >= ${FIRST_OID}
    UNION ALL SELECT count(*), max(oid) FROM pg_proc WHERE oid >= ${FIRST_OID}
    UNION ALL SELECT count(*), max(oid) FROM pg_trigger WHERE oid >= ${FIRST_OID}
    UNION ALL SELECT count(*), max(oid) FROM pg_constraint WHERE oid >= ${FIRST_OID}
  ) AS counted`;
