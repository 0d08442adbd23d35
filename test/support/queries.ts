import { PrismaPg } from '@prisma/adapter-pg';
import { inject, onTestFinished } from 'vitest';
import { PrismaClient } from '../../src/database/client/client.ts';
import { poolOf } from '../../src/database/embedded-connection.ts';
import { createOnServer } from './server.ts';
import { loadTemplate } from './template.ts';

/** A statement as Prisma sends it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A migrated database for this test whose client tells of every statement that it sends. */
export async function databaseThatTells() {
  const { adapter, remove } = await createAdapter();
  const prisma = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  const statements: Statement[] = [];
  prisma.$on('query', ({ query, params }) => {
    statements.push({ sql: query, parameters: JSON.parse(params) });
  });
  onTestFinished(async () => {
    await prisma.$disconnect();
    await remove();
  });
  return { prisma, statements };
}

async function createAdapter() {
  const home = inject('databaseHome');
  if (home.kind === 'server') {
    const { url, drop } = await createOnServer(home);
    return { adapter: new PrismaPg({ connectionString: url }), remove: drop };
  }
  const pglite = await loadTemplate();
  const pool = poolOf(pglite);
  const remove = async () => {
    await pool.end();
    await pglite.close();
  };
  return { adapter: new PrismaPg(pool), remove };
}
