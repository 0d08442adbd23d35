import type { PrismaClient, Transaction } from '../database/index.ts';
import { currentTrace } from '../trace.ts';
import { groupCommit } from './group-commit.ts';

/** A group is committed in one statement each for events and jobs: of so many events, and bytes as sent. */
const GROUP = { items: 200, weight: 4 * 1024 * 1024 };

/** So many deliveries, and bytes as sent, wait for their commit at a time: more would wait longer than their senders. */
const ROOM = { items: 4_096, weight: 32 * 1024 * 1024 };

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
  /** JSON, as sent. */
  readonly payload: string;
}

/** Something may have happened to a membership. */
export interface Hint {
  readonly membershipId: string;
  /** The event that says so. */
  readonly name: string;
  /** The trace of its delivery. */
  readonly trace: string | undefined;
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
  /** How many groups the database takes at the same time: on a server one is read while the other is written. */
  readonly lanes: 1 | 2;
}

interface Sized {
  readonly event: ReceivedEvent;
  readonly size: number;
  readonly trace: string | undefined;
}

/** Opens the inbox. Concurrent deliveries are committed in groups, so that a burst costs few commits. */
export function createInbox(deps: InboxDeps): StoreEvent {
  const store = groupCommit<Sized, 'stored' | 'duplicate'>({
    async commit(items) {
      const news = await storeAll(deps, items);
      return (item) => (news.has(item) ? 'stored' : 'duplicate');
    },
    weigh: ({ size }) => size,
    limits: GROUP,
    room: ROOM,
    lanes: deps.lanes,
    patience: PATIENCE,
  });
  return (event, size) => store({ event, size, trace: currentTrace() });
}

/**
 * Stores events together with the work that they cause: all or nothing.
 * @returns those that were new
 */
async function storeAll(deps: InboxDeps, items: readonly Sized[]): Promise<ReadonlySet<Sized>> {
  // Of one message that comes twice in a group the first one counts. In one order everywhere: two processes
  // that store the same messages wait for each other in turn, never in a circle.
  const byId = new Map(items.toReversed().map((item) => [item.event.id, item]));
  const rows = [...byId.values()].map(({ event }) => event).sort((a, b) => (a.id < b.id ? -1 : 1));
  return deps.prisma.$transaction(async (transaction) => {
    const ids = await insert(transaction, rows);
    const news = new Set(items.filter((item) => ids.has(item.event.id) && byId.get(item.event.id) === item));
    const hints = [...news].flatMap(({ event: { membershipId, name }, trace }) =>
      membershipId ? [{ membershipId, name, trace }] : [],
    );
    if (hints.length > 0) await deps.lookAgain(hints, transaction);
    return news;
  }, TRANSACTION);
}

/**
 * Written as text within text: the database checks that it is JSON, and leaves it as it is.
 * @returns the ids that were new
 */
async function insert(
  transaction: Transaction,
  rows: readonly ReceivedEvent[],
): Promise<ReadonlySet<string>> {
  const stored = await transaction.$queryRaw<{ id: string }[]>`
    INSERT INTO community.inbox_events (id, name, membership_id, occurred_at, received_at, payload)
    SELECT id, name, "membershipId", "occurredAt", "receivedAt", payload::json
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS one(
      id text, name text, "membershipId" text, "occurredAt" timestamptz, "receivedAt" timestamptz, payload text)
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(stored.map(({ id }) => id));
}
