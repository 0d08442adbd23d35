import { type FieldAliases, withOurNames } from './aliases.ts';
import type { Ask } from './ask.ts';
import { unreadable } from './faults.ts';
import { readPage } from './list.ts';
import { type Membership, toMembership } from './membership.ts';
import type { Turn } from './pace.ts';

/** Which memberships a list shall hold. */
export interface ListFilter extends Pick<Turn, 'signal' | 'patience'> {
  readonly valid: boolean;
  /** Only these; a service may not know this filter, and list the others too. */
  readonly status?: 'past_due';
}

/** One page of a list. */
export interface MembershipPage {
  readonly memberships: readonly Membership[];
  /** How many more there are that make no sense, and were left out. */
  readonly skipped: number;
}

/** See `CommerceClient`. */
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
    const listing = { path, what: 'memberships', read };
    const { items: memberships, page, pages, skipped } = await readPage(ask, turn, listing);
    const isLast = number >= pages;
    const isEmpty = memberships.length + skipped === 0;
    const ids = `${skipped} ${memberships.map(({ id }) => id).join()}`;
    listed += memberships.length;
    left += skipped;
    // A service that counts its pages otherwise, or gives the same one again, hasn't shown the whole list.
    if (page !== number || (!isLast && (isEmpty || ids === before))) throw unreadable();
    // A list without any that makes sense is none.
    if (isLast && listed === 0 && left > 0) throw unreadable();
    yield { memberships, skipped };
    if (isLast) return;
    before = ids;
  }
}
