import { createHash } from 'node:crypto';

/** An entry as it is stored, each field as text. */
export interface StoredEntry {
  readonly seq: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly address: string | null;
  readonly guildId: string | null;
  readonly details: string;
  readonly key: string | null;
  readonly settles: string | null;
  readonly previous: string;
  readonly hash: string;
}

/** Computes an entry's expected hash, from the previous hash and the entry's fields, encoded as in `audit.hash_of`. */
export function hashOf(entry: StoredEntry): string {
  const fields = [
    entry.previous,
    entry.seq,
    entry.at,
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.objectType,
    entry.objectId,
    entry.address,
    entry.guildId,
    entry.details,
    entry.key,
    entry.settles,
  ];
  return createHash('sha256').update(fields.map(encode).join('')).digest('hex');
}

/** Unambiguous: no two lists of fields have the same encoding. */
const encode = (field: string | null): string =>
  field === null ? '-' : `${Buffer.byteLength(field)}:${field}`;
