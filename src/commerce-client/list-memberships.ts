import { type FieldAliases, withOurNames } from './aliases.ts';
import type { Ask } from './ask.ts';
import { unreadable } from './faults.ts';
import { readPage } from './list.ts';
import { type Membership, toMembership } from './membership.ts';
import type { Turn } from './rate-limiter.ts';

export interface ListFilter extends Pick<Turn, 'signal' | 'patience'> {
  readonly valid: boolean;
  /** Narrows the list to this status. A service may ignore this filter and return the others too. */
  readonly status?: 'past_due';
}

export interface MembershipPage {
  readonly memberships: readonly Membership[];
  /** Number of further items on the page that are malformed and were left out. */
  readonly skipped: number;
}

/** Implements `CommerceClient.listMemberships`. */
export async function* listMemberships(
  ask: Ask,
  aliases: FieldAliases,
  { valid, status, signal, patience }: ListFilter,
): AsyncGenerator<MembershipPage, void, void> {
  let before = '';
  const read = (wire: unknown) => toMembership(withOurNames(aliases, wire));
  let listed = 0;
  let left = 0;
  for (let number = 1; ; number++) {
    const filter = `valid=${valid}${status ? `&status=${status}` : ''}`;
    const path = `/memberships?${filter}&direction=asc&expand=plan&per=50&page=${number}`;
    const turn = { background: true, signal, patience };
    const listing = { path, what: 'list memberships', read } as const;
    const { items: memberships, page, pages, skipped } = await readPage(ask, turn, listing);
    const isLast = number >= pages;
    const isEmpty = memberships.length + skipped === 0;
    const ids = `${skipped} ${memberships.map(({ id }) => id).join()}`;
    listed += memberships.length;
    left += skipped;
    // A service that numbers its pages differently, or repeats a page, hasn't returned the whole list.
    if (page !== number || (!isLast && (isEmpty || ids === before))) throw unreadable();
    // If no item at all can be read, the answer is malformed, not an empty list.
    if (isLast && listed === 0 && left > 0) throw unreadable();
    yield { memberships, skipped };
    if (isLast) return;
    before = ids;
  }
}
