import { appendEntry } from '../../src/audit/append.ts';
import type { Entry } from '../../src/audit/entry.ts';
import type { Prisma, PrismaClient, Transaction } from '../../src/database/index.ts';

/** Builds an entry with as few fields as possible. */
export const deed = (id: string, rest: Partial<Entry> = {}): Entry => ({
  actor: { kind: 'operator', id: 'test' },
  action: 'plan created',
  object: { type: 'plan', id },
  address: null,
  ...rest,
});

/** Appends entries about plans with these ids, each in a transaction of its own. */
export async function appendAll(prisma: PrismaClient, ids: readonly string[]): Promise<void> {
  for (const [n, id] of ids.entries())
    await prisma.$transaction((transaction) => appendEntry(transaction, new Date(n * 1000), deed(id)));
}

/** Changes the log while its triggers are disabled, as a user with full database rights could. */
export const tamper = (prisma: PrismaClient, act: (transaction: Transaction) => Promise<unknown>) =>
  prisma.$transaction(async (transaction) => {
    for (const how of ['DISABLE', 'ENABLE']) {
      for (const table of ['entries', 'head'])
        await transaction.$executeRawUnsafe(`ALTER TABLE audit.${table} ${how} TRIGGER USER`);
      if (how === 'DISABLE') await act(transaction);
    }
  });

/** Returns the admin actions as displayed, in order. Omits an order whose outcome has an entry of its own. */
export async function adminActions(prisma: PrismaClient, where: Prisma.AuditEntryWhereInput = {}) {
  const rows = await prisma.auditEntry.findMany({
    where: { ...where, actorKind: 'admin', outcome: null },
    orderBy: { seq: 'asc' },
  });
  return rows.map(({ actorId: actor, objectId: subject, action, details }) => ({
    actor,
    action,
    subject,
    details,
  }));
}
