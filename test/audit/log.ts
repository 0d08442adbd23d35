import { appendEntry } from '../../src/audit/append.ts';
import type { Entry } from '../../src/audit/entry.ts';
import type { PrismaClient, Transaction } from '../../src/database/index.ts';

/** Something that was done, with as little as an entry needs. */
export const deed = (id: string, rest: Partial<Entry> = {}): Entry => ({
  actor: { kind: 'operator', id: 'test' },
  action: 'plan created',
  object: { type: 'plan', id },
  address: null,
  ...rest,
});

/** Appends entries about plans of these names, each in a transaction of its own. */
export async function appendAll(prisma: PrismaClient, ids: readonly string[]): Promise<void> {
  for (const [n, id] of ids.entries())
    await prisma.$transaction((transaction) => appendEntry(transaction, new Date(n * 1000), deed(id)));
}

/** What somebody does who may do anything with the database: the triggers don't run meanwhile. */
export const tamper = (prisma: PrismaClient, act: (transaction: Transaction) => Promise<unknown>) =>
  prisma.$transaction(async (transaction) => {
    for (const how of ['DISABLE', 'ENABLE']) {
      for (const table of ['entries', 'head'])
        await transaction.$executeRawUnsafe(`ALTER TABLE audit.${table} ${how} TRIGGER USER`);
      if (how === 'DISABLE') await act(transaction);
    }
  });
