import type { PrismaClient, Transaction } from '../database/index.ts';
import { currentTrace } from '../observability/trace.ts';
import { createBatcher } from './batcher.ts';
import type { ReceivedEvent } from './event.ts';

/** Limits of a batch, in events and bytes as sent. Each batch takes one statement for events and one for jobs. */
const BATCH = { items: 200, weight: 4 * 1024 * 1024 };

/** Limits of the backlog, in events and bytes as sent. Senders would time out behind a longer one. */
const BACKLOG = { items: 4_096, weight: 32 * 1024 * 1024 };

/** Timeout for the commit of a delivery, in milliseconds: less than senders wait for an answer. */
const TIMEOUT = 10_000;

/** Transaction limits, in milliseconds. A transaction gives up before its callers do. */
const TRANSACTION = { maxWait: 4_000, timeout: 5_000 };

export interface Hint {
  readonly membershipId: string;
  readonly name: string;
  /** Whether the event reports a free membership without a proven chat account. */
  readonly isClaimed: boolean;
  readonly trace: string | undefined;
}

/** Queues a lookup of each membership, in the transaction that stores the events. */
export type QueueRefresh = (hints: readonly Hint[], transaction: Transaction) => Promise<void>;

/** Stores an event durably. A message that was stored before is a duplicate and has no further effect. */
export type StoreEvent = (
  event: ReceivedEvent,
  /** Bytes as sent. */
  size: number,
) => Promise<'stored' | 'duplicate'>;

export interface InboxDeps {
  readonly prisma: PrismaClient;
  readonly queueRefresh: QueueRefresh;
  /** Number of batches committed at the same time. With 2, the database server parses one while it writes the other. */
  readonly concurrency: 1 | 2;
}

interface Sized {
  readonly event: ReceivedEvent;
  readonly size: number;
  readonly trace: string | undefined;
}

/** Creates the inbox. Concurrent deliveries are committed in batches, so that a burst costs few commits. */
export function createInbox(deps: InboxDeps): StoreEvent {
  const store = createBatcher<Sized, 'stored' | 'duplicate'>({
    async commit(items) {
      const news = await storeAll(deps, items);
      return (item) => (news.has(item) ? 'stored' : 'duplicate');
    },
    weigh: ({ size }) => size,
    batch: BATCH,
    backlog: BACKLOG,
    concurrency: deps.concurrency,
    timeout: TIMEOUT,
  });
  return (event, size) => store({ event, size, trace: currentTrace() });
}

/**
 * Stores events and queues the work they cause, atomically.
 * @returns the new ones
 */
async function storeAll(deps: InboxDeps, items: readonly Sized[]): Promise<ReadonlySet<Sized>> {
  // The first copy of a message wins. Sorted by id, so that two processes storing the same messages can't deadlock.
  const byId = new Map(items.toReversed().map((item) => [item.event.id, item]));
  const rows = [...byId.values()].map(({ event }) => event).sort((a, b) => (a.id < b.id ? -1 : 1));
  return deps.prisma.$transaction(async (transaction) => {
    const ids = await insert(transaction, rows);
    const news = new Set(items.filter((item) => ids.has(item.event.id) && byId.get(item.event.id) === item));
    const hints = [...news].flatMap(({ event: { membershipId, name, isClaimed }, trace }) =>
      membershipId ? [{ membershipId, name, isClaimed, trace }] : [],
    );
    if (hints.length > 0) await deps.queueRefresh(hints, transaction);
    return news;
  }, TRANSACTION);
}

/**
 * The payload travels as a string inside the JSON and is cast there: the database validates it and keeps its bytes.
 * @returns the ids of the new events
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
