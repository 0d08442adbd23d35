import type { Transaction } from '../database/index.ts';
import type { Entry } from './entry.ts';

/**
 * Appends to the audit log, in the transaction that does what is recorded: both happen or neither. Appenders wait for
 * each other until their transactions end, so this is a transaction's last statement, or close to it.
 * @returns the entry's number
 */
export async function appendEntry(
  transaction: Transaction,
  at: Date,
  { actor, object, details = {}, ...rest }: Entry,
): Promise<bigint> {
  const data = {
    ...{ ...rest, at, details },
    ...{ actorKind: actor.kind, actorId: actor.id, objectType: object.type, objectId: object.id },
  };
  const { seq } = await transaction.auditEntry.create({ data, select: { seq: true } });
  return seq;
}
