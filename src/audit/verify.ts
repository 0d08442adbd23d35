import type { PrismaClient } from '../database/index.ts';
import { hashOf, type StoredEntry } from './hash.ts';

/** Entries in memory at a time. */
const BATCH = 1_000;

/** Number and hash of an entry, kept outside the database. */
export interface Anchor {
  readonly seq: bigint;
  readonly hash: string;
}

/** The anchor before the first entry. */
const BEGINNING: Anchor = { seq: 0n, hash: '0'.repeat(64) };

export interface VerifyOptions {
  /** Earlier heads, each of which must still be part of the chain. Those up to `since` are compared with their entry. */
  readonly expected?: readonly Anchor[];
  /** Anchor of the last entry already verified; verification starts after it. Omitted: starts at the first entry. */
  readonly since?: Anchor | undefined;
}

export type Verification =
  | {
      readonly kind: 'intact';
      readonly head: Anchor;
      /** Number of checked entries; `first` and `last` are their times. */
      readonly count: bigint;
      readonly first: Date | null;
      readonly last: Date | null;
    }
  /** @param seq the first wrong entry */
  | { readonly kind: 'broken'; readonly seq: bigint; readonly fault: ChainFault };

export type ChainFault =
  /** The entry doesn't exist, although later ones do or did. */
  | 'missing'
  /** The entry's content doesn't match its hash. */
  | 'changed'
  /** The entry matches its own hash but doesn't continue the previous entry. */
  | 'detached'
  /** The entry exists, but the head says that the log ends before it. */
  | 'beyond the head'
  /** The log ends with this entry, but the head has another hash. */
  | 'not the head'
  /** The entry's hash differs from the anchor's. */
  | 'not the anchor';

/**
 * Verifies every entry against its hash and the previous entry, and the last one against the head. Ignores entries
 * appended during the verification. Needs only read access.
 */
export async function verifyChain(
  prisma: PrismaClient,
  { expected = [], since = BEGINNING }: VerifyOptions = {},
): Promise<Verification> {
  const head = await readHead(prisma);
  const expectedAt = Map.groupBy(expected, (anchor) => anchor.seq);
  const broken = (seq: bigint, fault: ChainFault) => ({ kind: 'broken', seq, fault }) as const;
  // The walk below starts after `since`, so it doesn't pass these.
  const earlier = expected.filter((anchor) => anchor.seq <= since.seq && anchor.seq <= head.seq);
  for (const anchor of earlier.toSorted((a, b) => Number(a.seq - b.seq))) {
    const fault = await faultAt(prisma, anchor);
    if (fault) return broken(anchor.seq, fault);
  }
  let { seq, hash: previous } = since;
  let [first, last]: [Date | null, Date | null] = [null, null];
  while (seq < head.seq) {
    const batch = await readAfter(prisma, seq, head.seq);
    for (const entry of batch) {
      seq += 1n;
      if (BigInt(entry.seq) !== seq) return broken(seq, 'missing');
      if (hashOf(entry) !== entry.hash) return broken(seq, 'changed');
      if (entry.previous !== previous) return broken(seq, 'detached');
      if (expectedAt.get(seq)?.some(({ hash }) => hash !== entry.hash)) return broken(seq, 'not the anchor');
      previous = entry.hash;
      last = new Date(Number(entry.at));
      first ??= last;
    }
    if (batch.length === 0) return broken(seq + 1n, 'missing');
  }
  // The tail was cut off and the head set back.
  if ([...expected, since].some((anchor) => anchor.seq > head.seq)) return broken(head.seq + 1n, 'missing');
  if (head.hash !== previous) return broken(seq, 'not the head');
  if (head.last > head.seq) return broken(head.seq + 1n, 'beyond the head');
  return { kind: 'intact', head: { seq, hash: previous }, count: seq - since.seq, first, last };
}

/** Compares one stored entry with an anchor, without the entries around it. */
async function faultAt(prisma: PrismaClient, { seq, hash }: Anchor): Promise<ChainFault | undefined> {
  const [entry] = await readAfter(prisma, seq - 1n, seq);
  if (!entry) return 'missing';
  if (hashOf(entry) !== entry.hash) return 'changed';
  return entry.hash === hash ? undefined : 'not the anchor';
}

/** Reads the head and the number of the last entry in one statement, so that they match. */
async function readHead(prisma: PrismaClient): Promise<Anchor & { readonly last: bigint }> {
  const [head] = await prisma.$queryRaw<{ seq: bigint; hash: string; last: bigint }[]>`
    SELECT seq, hash, (SELECT coalesce(max(seq), 0) FROM audit.entries) AS last FROM audit.head`;
  return head ?? { seq: 0n, hash: '', last: 0n };
}

const readAfter = (prisma: PrismaClient, after: bigint, to: bigint): Promise<StoredEntry[]> =>
  prisma.$queryRaw<StoredEntry[]>`
    SELECT seq::text, (extract(epoch FROM at) * 1000)::bigint::text AS at,
      actor_kind AS "actorKind", actor_id AS "actorId", action,
      object_type AS "objectType", object_id AS "objectId", address, guild_id AS "guildId",
      details::text, key, settles::text, previous, hash
    FROM audit.entries WHERE seq > ${after} AND seq <= ${to} ORDER BY audit.entries.seq LIMIT ${BATCH}`;
