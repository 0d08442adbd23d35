import type { Prisma, PrismaClient, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { IncomingEvent } from './normalise.ts';

/** Prisma's code for a row that exists already. */
const UNIQUE_VIOLATION = 'P2002';

export interface ReceivedEvent extends IncomingEvent {
  /** The sender's id of the message. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly payload: Prisma.InputJsonValue;
}

/** Causes the look at a membership, in the same transaction that stores the event. */
export type LookAgain = (membershipId: string, transaction: Transaction) => Promise<void>;

/**
 * Stores an event together with the work it causes: both or neither. A message that was stored before
 * causes nothing again.
 */
export async function storeEvent(
  deps: { prisma: PrismaClient; lookAgain: LookAgain },
  event: ReceivedEvent,
): Promise<'stored' | 'duplicate'> {
  try {
    await deps.prisma.$transaction(async (transaction) => {
      await transaction.inboxEvent.create({ data: event });
      if (event.membershipId) await deps.lookAgain(event.membershipId, transaction);
    });
    return 'stored';
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) return 'duplicate';
    throw error;
  }
}
