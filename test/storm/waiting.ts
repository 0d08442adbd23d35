import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { PrismaClient } from '../../src/database/index.ts';

const Waiting = Type.Object({
  id: Type.String(),
  name: Type.String(),
  data: Type.Unknown(),
  group: Type.Union([Type.String(), Type.Null()]),
});
/** A job that nobody works yet. */
export type Waiting = Static<typeof Waiting>;

/** What waits and is due, in an order that a repeated run has too. */
export async function waiting(prisma: PrismaClient, now: Date): Promise<Waiting[]> {
  const rows = await prisma.$queryRaw`
    SELECT id::text, name, data, group_id AS "group" FROM pgboss.job
    WHERE state < 'active' AND starts_with(name, 'access.') AND name <> 'notifications.guild'
      AND start_after <= greatest(now(), ${now})
    ORDER BY name, data::text, id`;
  return Value.Parse(Type.Array(Waiting), rows);
}

/** From here on what comes for the same member is a job of its own. */
export const begin = (prisma: PrismaClient, { id }: Waiting): Promise<number> =>
  prisma.$executeRaw`UPDATE pgboss.job SET state = 'active' WHERE id = ${id}::uuid`;

export const finish = (prisma: PrismaClient, { id }: Waiting): Promise<number> =>
  prisma.$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;

/** It failed, or whoever worked it died: it waits again. */
export const giveBack = (prisma: PrismaClient, { id }: Waiting): Promise<number> =>
  prisma.$executeRaw`UPDATE pgboss.job SET state = 'retry' WHERE id = ${id}::uuid`;

/** Nothing is left of the run before. */
export const clear = (prisma: PrismaClient): Promise<number> =>
  prisma.$executeRaw`
    DO $$ DECLARE one text; BEGIN
      FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'community' LOOP
        EXECUTE 'DELETE FROM community.' || quote_ident(one);
      END LOOP;
      DELETE FROM pgboss.job;
    END $$`;
