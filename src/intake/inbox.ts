import type { Prisma, PrismaClient, Transaction } from '../database/index.ts';
import { groupCommit } from './group-commit.ts';

/** A group is committed in one statement each for events and jobs: of so many events, and bytes as sent. */
const GROUP = { items: 200, weight: 4 * 1024 * 1024 };

/** How long a delivery waits for its commit, in milliseconds: less than senders wait for their answer. */
const PATIENCE = 10_000;

/** Limits of the transaction, in milliseconds: it gives up before those do who wait for it. */
const TRANSACTION = { maxWait: 4_000, timeout: 5_000 };

export interface ReceivedEvent {
  /** The sender's id of the message. */
  readonly id: string;
  readonly name: string;
  readonly membershipId: string | null;
  readonly occurredAt: Date | null;
  readonly receivedAt: Date;
  readonly payload: Prisma.InputJsonValue;
}

/** Something may have happened to a membership. */
export interface Hint {
  readonly membershipId: string;
  /** The event that says so. */
  readonly name: string;
}

/** Causes a look at each of these memberships, in the same transaction that stores the events. */
export type LookAgain = (hints: readonly Hint[], transaction: Transaction) => Promise<void>;

/** Stores an event for good. A message that was stored before is a duplicate, and causes nothing again. */
export type StoreEvent = (
  event: ReceivedEvent,
  /** Bytes as sent. */
  size: number,
) => Promise<'stored' | 'duplicate'>;

export interface InboxDeps {
  readonly prisma: PrismaClient;
  readonly lookAgain: LookAgain;
}

interface Sized {
  readonly event: ReceivedEvent;
  readonly size: number;
}

/** Opens the inbox. Concurrent deliveries are committed in groups, so that a burst costs few commits. */
export function createInbox(deps: InboxDeps): StoreEvent {
  const store = groupCommit<Sized, 'stored' | 'duplicate'>({
    async commit(items) {
      const news = await storeAll(
        deps,
        items.map(({ event }) => event),
      );
      return ({ event }) => (news.has(event) ? 'stored' : 'duplicate');
    },
    weigh: ({ size }) => size,
    limits: GROUP,
    patience: PATIENCE,
  });
  return (event, size) => store({ event, size });
}

/**
 * Stores events together with the work that they cause: all or nothing.
 * @returns those that were new
 */
async function storeAll(
  deps: InboxDeps,
  events: readonly ReceivedEvent[],
): Promise<ReadonlySet<ReceivedEvent>> {
  // Of one message that comes twice in a group the first one counts. In one order everywhere: two processes
  // that store the same messages wait for each other in turn, never in a circle.
  const byId = new Map(events.toReversed().map((event) => [event.id, event]));
  const rows = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return deps.prisma.$transaction(async (transaction) => {
    const stored = await transaction.inboxEvent.createManyAndReturn({
      data: rows,
      skipDuplicates: true,
      select: { id: true },
    });
    const ids = new Set(stored.map(({ id }) => id));
    const news = new Set(events.filter((event) => ids.has(event.id) && byId.get(event.id) === event));
    const hints = [...news].flatMap(({ membershipId, name }) =>
      membershipId ? [{ membershipId, name }] : [],
    );
    if (hints.length > 0) await deps.lookAgain(hints, transaction);
    return news;
  }, TRANSACTION);
}
