import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

/** An embedded database that is its borrower's alone until it is given back. */
export interface Loan {
  readonly pglite: PGlite;
  /** Waits for what is still running, empties the database and keeps it for the next borrower. */
  giveBack(): Promise<void>;
}

/** Loading one costs a second of processor time, emptying one a tenth of that. */
const idle: PGlite[] = [];

/** @param template the file with a migrated, empty database */
export async function borrowEmbedded(template: string): Promise<Loan> {
  const pglite = idle.pop() ?? (await PGlite.create({ loadDataDir: await openAsBlob(template) }));
  const schema = await describeSchema(pglite);
  let isLent = true;
  return {
    pglite: refusingUnless(pglite, () => isLent),
    async giveBack() {
      if (!isLent) return;
      isLent = false;
      // Who changed the schema keeps it: the next one expects the template's.
      if ((await describeSchema(pglite)) !== schema) return pglite.close();
      await empty(pglite);
      idle.push(pglite);
    },
  };
}

/** What a test has left behind must not write into the next one's database. */
const refusingUnless = (pglite: PGlite, isLent: () => boolean): PGlite =>
  new Proxy(pglite, {
    get(target, property) {
      if (!isLent() && property !== 'closed') throw new Error('This database was given back.');
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function describeSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ hash: string }>(`
    SELECT md5(string_agg(name, ',' ORDER BY name)) AS hash FROM (
      SELECT relname::text AS name, relnamespace AS schema FROM pg_class
      UNION ALL SELECT proname::text, pronamespace FROM pg_proc
      UNION ALL SELECT tgname::text, relnamespace FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    ) AS named WHERE schema::regnamespace::text IN ('public', 'audit', 'commerce', 'community', 'pgboss')`);
  return rows[0]?.hash ?? '';
}

/** As the template is: queues stay defined, and the audit log, which refuses to be emptied, is at its beginning. */
const EMPTY = `DO $$ BEGIN
  SET session_replication_role = replica;
  EXECUTE (
    SELECT 'TRUNCATE ' || string_agg(format('%I.%I', schemaname, tablename), ',') || ' RESTART IDENTITY CASCADE'
    FROM pg_tables
    WHERE schemaname IN ('audit', 'commerce', 'community')
      OR (schemaname = 'pgboss' AND tablename NOT IN ('version', 'queue', 'bam'))
  );
  INSERT INTO audit.head (seq, hash) VALUES (0, repeat('0', 64));
END $$`;

async function empty(pglite: PGlite): Promise<void> {
  await pglite.exec(EMPTY);
  await pglite.exec('DISCARD ALL');
}
