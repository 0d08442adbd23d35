import type { Transaction } from '../database/index.ts';
import type { Entry } from './entry.ts';

/**
 * Appends to the audit log, in the transaction of the recorded action: both happen or neither. Appenders block each
 * other until their transactions end, so call this last, or nearly so.
 * @returns the entry's number
 */
export async function appendEntry(
  transaction: Transaction,
  at: Date,
  { actor, object, details = {}, ...rest }: Entry,
): Promise<bigint> {
  const data = {
    ...rest,
    at,
    details,
    actorKind: actor.kind,
    actorId: actor.id,
    objectType: object.type,
    objectId: object.id,
  };
  const { seq } = await transaction.auditEntry.create({ data, select: { seq: true } });
  return seq;
}
