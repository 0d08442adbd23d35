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
