import type { PrismaClient } from '../database/index.ts';
import { hashOf, type StoredEntry } from './hash.ts';

/** Entries that are in memory at a time. */
const BATCH = 1_000;

/** The number and the hash of an entry, as an anchor that is kept elsewhere. */
export interface Anchor {
  readonly seq: bigint;
  readonly hash: string;
}

/** Before the first entry. */
const BEGINNING: Anchor = { seq: 0n, hash: '0'.repeat(64) };

export interface VerifyOptions {
  /** Heads from earlier, each of which must still be a part of the chain. */
  readonly expected?: readonly Anchor[];
  /** The entry after which to begin, where those up to it were checked before; the first when left out. */
  readonly since?: Anchor | undefined;
}

/** What a verification has found. */
export type Verification =
  | {
      readonly kind: 'intact';
      readonly head: Anchor;
      /** How many entries were checked, and the times of the first and the last of them. */
      readonly count: bigint;
      readonly first: Date | null;
      readonly last: Date | null;
    }
  /** @param seq the first entry that is wrong */
  | { readonly kind: 'broken'; readonly seq: bigint; readonly fault: ChainFault };

export type ChainFault =
  /** There is no such entry, though there are, or were, later ones. */
  | 'missing'
  /** What it says doesn't fit its hash. */
  | 'changed'
  /** It fits its own hash, and doesn't continue the entry before it. */
  | 'detached'
  /** It is there, and the head says that the log ends before it. */
  | 'beyond the head'
  /** The log ends with it, and the head has another hash. */
  | 'not the head'
  /** It has another hash than the anchor. */
  | 'not the anchor';

/**
 * Checks every entry against its hash and the one before it, and the last one against the head. What is appended
 * meanwhile isn't looked at. Needs to read only.
 */
export async function verifyChain(
  prisma: PrismaClient,
  { expected = [], since = BEGINNING }: VerifyOptions = {},
): Promise<Verification> {
  const head = await readHead(prisma);
  const expectedAt = Map.groupBy(expected, (anchor) => anchor.seq);
  const broken = (seq: bigint, fault: ChainFault) => ({ kind: 'broken', seq, fault }) as const;
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
  // The tail was cut off, and the head set back.
  if ([...expected, since].some((anchor) => anchor.seq > head.seq)) return broken(head.seq + 1n, 'missing');
  if (head.hash !== previous) return broken(seq, 'not the head');
  if (head.last > head.seq) return broken(head.seq + 1n, 'beyond the head');
  return { kind: 'intact', head: { seq, hash: previous }, count: seq - since.seq, first, last };
}

/** The head, and the number of the last entry, as they are at one moment. */
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
