import { PrismaPg } from '@prisma/adapter-pg';

/**
 * Prisma's adapter, which runs a migration as one script. On its own it takes every semicolon for the end of a statement, also within a function or a comment, and what a
 * migration has done until it fails would stay.
 */
export class MigrationAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const executeScript = async (sql: string) =>
      void (await adapter.executeRaw({ sql, args: [], argTypes: [] }));
    return Object.assign(adapter, { executeScript });
  }
}
