import type { Prisma, PrismaClient } from '../database/index.ts';

/** Something that happened to a member or a membership. */
export type HistoryEntry = { readonly at: Date } & (
  | {
      readonly kind: 'role';
      readonly userId: string;
      readonly change: string;
      /** Null where the member was removed from the guild. */
      readonly roleId: string | null;
      /** Why, in words. */
      readonly reason: string;
      /** The admin who ordered it; null where Rolekeeper did it by itself. */
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
      /** When it happened, as its sender says. */
      readonly occurredAt: Date | null;
    }
);

/** Where a page ends, for the next one to begin. */
export interface HistoryCursor {
  readonly at: Date;
  /** What tells it apart from all else that happened at that moment. */
  readonly kind: HistoryEntry['kind'];
  readonly id: string;
}

/** Entries, the newest first. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** For the entries before these; null where there are none. */
  readonly before: HistoryCursor | null;
}

export interface PageOptions {
  readonly limit: number;
  readonly before?: HistoryCursor | undefined;
}

/** Where a page's entries come from. */
export interface Sources {
  readonly roles: Prisma.RoleChangeWhereInput;
  readonly actions: Prisma.AuditEntryWhereInput;
  readonly events: Prisma.InboxEventWhereInput;
}

/** Takes from each source as much as a page may need of it, and merges by time. */
export async function readPage(
  prisma: PrismaClient,
  { limit, before }: PageOptions,
  sources: Sources,
): Promise<HistoryPage> {
  const take = limit + 1;
  const found = await Promise.all([
    readRoles(prisma, sources.roles, take, before),
    readEvents(prisma, sources.events, take, before),
    readActions(prisma, sources.actions, take, before),
  ]);
  // The sort keeps what is of one moment as it comes: by source as above, and within it as the database has it.
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

/** What comes after a cursor in one source: any of these. */
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
  cursor?: HistoryCursor,
): Promise<Keyed[]> {
  const rows = await prisma.roleChange.findMany({
    where: { AND: [where, { OR: beyond('role', cursor) }] },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take,
  });
  return rows.map(({ id, at, userId, roleId, reason, actor, kind: change }) => {
    return { id, at, entry: { kind: 'role', at, userId, roleId, reason, actor, change } };
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
    // Of an order whose outcome is known, that is told.
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
