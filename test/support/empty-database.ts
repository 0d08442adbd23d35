import { randomBytes } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { onTestFinished } from 'vitest';
import { SERVER } from './server.ts';

const connect = (url: string) => new PrismaPg({ connectionString: url, max: 1 }).connect();

/** Whether a server answers; where none does, the tests that need one are skipped. */
export const hasServer: boolean = await query(SERVER, 'SELECT 1').then(
  () => true,
  () => false,
);

/** Asks a database on a connection of its own. */
export async function query(url: string, sql: string): Promise<unknown[][]> {
  const connection = await connect(url);
  try {
    return (await connection.queryRaw({ sql, args: [], argTypes: [] })).rows;
  } finally {
    await connection.dispose();
  }
}

/** Keeps everybody from a table, until told otherwise. */
export async function holdTable(url: string, table: string): Promise<() => Promise<void>> {
  const connection = await connect(url);
  const transaction = await connection.startTransaction();
  await transaction.executeRaw({
    sql: `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`,
    args: [],
    argTypes: [],
  });
  return async () => {
    await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] });
    await transaction.rollback();
    await connection.dispose();
  };
}

/** A database with nothing in it, not even a schema of ours; dropped when the test ends. @returns its address */
export async function emptyDatabase(): Promise<string> {
  const name = `rolekeeper_empty_${randomBytes(6).toString('hex')}`;
  await query(SERVER, `CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await query(SERVER, `DROP DATABASE ${name} WITH (FORCE)`)));
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}
