import { PrismaPg } from '@prisma/adapter-pg';

/**
 * Prisma's adapter, changed to run a migration as one script. Prisma's own splits at every semicolon, even in a
 * function or a comment, and leaves a failed migration half applied.
 */
export class MigrationAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const executeScript = async (sql: string) =>
      void (await adapter.executeRaw({ sql, args: [], argTypes: [] }));
    return Object.assign(adapter, { executeScript });
  }
}
