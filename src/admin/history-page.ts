import Value from 'typebox/value';
import { inWords, Reasons } from '../access/sync/reasons.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import type { Words } from '../i18n/index.ts';

export type HistoryEntry = { readonly at: Date } & (
  | {
      readonly kind: 'role';
      readonly userId: string;
      readonly change: string;
      /** Null if the member was removed from the guild. */
      readonly roleId: string | null;
      /** Why it was made, in the reader's language. */
      readonly reasons: readonly string[];
      /** The admin who ordered the change; null if Rolekeeper made it by itself. */
      readonly actor: string | null;
    }
  | {
      readonly kind: 'action';
      readonly action: string;
      readonly actor: string;
      readonly subject: string;
      readonly details: Prisma.JsonValue;
    }
  | {
      readonly kind: 'event';
      readonly name: string;
      readonly membershipId: string | null;
      /** Time the event happened, according to its sender. */
      readonly occurredAt: Date | null;
    }
);

/** Position of a page's last entry. */
export interface HistoryCursor {
  readonly at: Date;
  /** `kind` and `id` distinguish entries of the same moment. */
  readonly kind: HistoryEntry['kind'];
  readonly id: string;
}

/** A page of entries, newest first. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** Cursor for older entries; null if there are none. */
  readonly before: HistoryCursor | null;
}

export interface PageOptions {
  readonly limit: number;
  readonly before?: HistoryCursor | undefined;
  /** Words of the reader's language. */
  readonly words: Words['reasons'];
}

/** Filters that select a page's entries. */
export interface Sources {
  readonly roles: Prisma.RoleChangeWhereInput;
  readonly actions: Prisma.AuditEntryWhereInput;
  readonly events: Prisma.InboxEventWhereInput;
}

/** Reads up to a page of entries from each source and merges them by time. */
export async function readPage(
  prisma: PrismaClient,
  { limit, before, words }: PageOptions,
  sources: Sources,
): Promise<HistoryPage> {
  const take = limit + 1;
  const found = await Promise.all([
    readRoles(prisma, sources.roles, take, words, before),
    readEvents(prisma, sources.events, take, before),
    readActions(prisma, sources.actions, take, before),
  ]);
  // The sort is stable: entries of the same moment stay in the order of the sources above, then of the query.
  const sorted = found.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(({ entry }) => entry),
    before: sorted.length > limit && last ? { at: last.at, kind: last.entry.kind, id: last.id } : null,
  };
}

type Keyed = { readonly at: Date; readonly id: string; readonly entry: HistoryEntry };

const ORDER = ['role', 'event', 'action'] as const satisfies readonly HistoryEntry['kind'][];

interface Beyond {
  readonly at?: Date | { lt: Date } | { lte: Date };
  readonly id?: { lt: string };
}

/** Returns conditions for a source's entries after the cursor; an entry must meet at least one of them. */
function beyond(kind: HistoryEntry['kind'], cursor: HistoryCursor | undefined): Beyond[] {
  if (!cursor) return [{}];
  const distance = ORDER.indexOf(kind) - ORDER.indexOf(cursor.kind);
  if (distance !== 0) return [{ at: distance > 0 ? { lte: cursor.at } : { lt: cursor.at } }];
  return [{ at: { lt: cursor.at } }, { at: cursor.at, id: { lt: cursor.id } }];
}

async function readRoles(
  prisma: PrismaClient,
  where: Prisma.RoleChangeWhereInput,
  take: number,
  words: Words['reasons'],
  cursor?: HistoryCursor,
): Promise<Keyed[]> {
  const rows = await prisma.roleChange.findMany({
    where: { AND: [where, { OR: beyond('role', cursor) }] },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take,
  });
  return rows.map(({ id, at, userId, roleId, actor, kind: change, ...row }) => {
    // Whether the account is proven may have changed since; it is shown with the membership.
    const lasting = Value.Parse(Reasons, row.reasons).filter(
      ({ kind }) => kind !== 'account not proven' && kind !== 'buyer not verified',
    );
    const reasons = inWords(lasting, words);
    return { id, at, entry: { kind: 'role', at, userId, roleId, reasons, actor, change } };
  });
}

async function readActions(
  prisma: PrismaClient,
  where: Prisma.AuditEntryWhereInput,
  take: number,
  cursor?: HistoryCursor,
): Promise<Keyed[]> {
  const after = beyond('action', cursor).map(({ at, id }) => ({
    ...(at !== undefined && { at }),
    ...(id !== undefined && { seq: { lt: BigInt(id.lt) } }),
  }));
  const rows = await prisma.auditEntry.findMany({
    // An order with a known outcome is left out: the entry of the outcome is shown.
    where: { AND: [where, { outcome: null }, { OR: after }] },
    orderBy: [{ at: 'desc' }, { seq: 'desc' }],
    take,
  });
  return rows.map(({ seq, at, action, actorId: actor, objectId: subject, details }) => {
    return { id: String(seq), at, entry: { kind: 'action', at, action, actor, subject, details } };
  });
}

async function readEvents(
  prisma: PrismaClient,
  where: Prisma.InboxEventWhereInput,
  take: number,
  cursor?: HistoryCursor,
): Promise<Keyed[]> {
  const after = beyond('event', cursor).map(({ at, id }) => ({
    ...(at !== undefined && { receivedAt: at }),
    ...(id !== undefined && { id }),
  }));
  const rows = await prisma.inboxEvent.findMany({
    where: { AND: [where, { OR: after }] },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take,
    select: { id: true, name: true, membershipId: true, occurredAt: true, receivedAt: true },
  });
  return rows.map(({ id, receivedAt: at, ...event }) => ({ id, at, entry: { kind: 'event', at, ...event } }));
}
