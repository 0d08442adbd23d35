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

const ODD = 'odd';

/** See `CommerceClient`. */
export async function* listMemberships(
  ask: Ask,
  aliases: FieldAliases,
  { valid, status, signal, patience }: ListFilter,
): AsyncGenerator<MembershipPage, void, void> {
  let before = '';
  // One that makes no sense keeps nobody from reading the others; a list without any that does is none.
  const read = (wire: unknown) => toMembership(withOurNames(aliases, wire)) ?? ODD;
  let listed = 0;
  let skipped = 0;
  for (let number = 1; ; number++) {
    const filter = `valid=${valid}${status ? `&status=${status}` : ''}`;
    const path = `/memberships?${filter}&direction=asc&expand=plan&per=50&page=${number}`;
    const turn = { background: true, signal, patience };
    const { items, page, pages } = await readPage(ask, turn, { path, what: 'memberships', read });
    const isLast = number >= pages;
    const memberships = items.filter((item) => item !== ODD);
    const ids = items.map((item) => (item === ODD ? ODD : item.id)).join();
    listed += memberships.length;
    skipped += items.length - memberships.length;
    // A service that counts its pages otherwise, or gives the same one again, hasn't shown the whole list.
    if (page !== number || (!isLast && (ids === '' || ids === before))) throw unreadable();
    if (isLast && listed === 0 && skipped > 0) throw unreadable();
    yield { memberships, skipped: items.length - memberships.length };
    if (isLast) return;
    before = ids;
  }
}
