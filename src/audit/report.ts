import { Fault } from '../errors.ts';
import type { Anchor, ChainFault, Verification } from './verify.ts';

/** Formats an anchor for printing and logging; `parseAnchor` reads it. */
export const anchorText = ({ seq, hash }: Anchor): string => `${seq}:${hash}`;

/** @throws Fault `ANCHOR_INVALID` */
export function parseAnchor(text: string): Anchor {
  const [, seq, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: BigInt(seq), hash };
  throw new Fault(
    'ANCHOR_INVALID',
    'A head is an entry number and a hash of 64 digits, as printed or logged: 17:3f0c….',
  );
}

/** Describes the result of a verification for the operator. */
export function reportOf(verification: Verification): string {
  if (verification.kind === 'broken') return broken(verification.seq, verification.fault);
  const { head, count, first, last } = verification;
  if (!first || !last) return head.seq === 0n ? 'The audit log is empty.\n' : 'Nothing was appended since.\n';
  return [
    `The audit log is intact: ${count} entries, ${first.toISOString()} to ${last.toISOString()}.`,
    `Head: ${anchorText(head)}`,
    'Keep the head where nobody who can write to the database can change it, and check against it later (--expect).\n',
  ].join('\n');
}

const MEANING: Readonly<Record<ChainFault, string>> = {
  missing: 'It is missing: it was removed, and perhaps later ones with it.',
  changed: 'It was changed: its content doesn’t match its hash.',
  detached:
    'It doesn’t continue the entry before it: that entry was rewritten, or replaced together with its hash.',
  'beyond the head': 'The head of the log (audit.head) is before it: the head was set back.',
  'not the head':
    'The log ends with it, and the head (audit.head) has another hash: one of them was rewritten.',
  'not the anchor': 'Its hash isn’t the expected one: the log was rewritten up to here, or further.',
};

const broken = (seq: bigint, fault: ChainFault): string =>
  [
    `The audit log is broken at entry ${seq}. ${MEANING[fault]}`,
    fault === 'not the anchor'
      ? 'Entries after the last matching anchor can’t be trusted.'
      : 'Entries before it are as they were appended, unless the whole chain was rewritten. It and later ones can’t be trusted.',
    'Keep a copy of the database as it is now, find out who can write to it, and compare with a backup: docs/operations/runbooks.md, "The audit log is broken".\n',
  ].join('\n');
