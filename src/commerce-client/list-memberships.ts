import { type FieldAliases, withOurNames } from './aliases.ts';
import type { Ask } from './ask.ts';
import { unreadable } from './faults.ts';
import { readPage } from './list.ts';
import { type Membership, toMembership } from './membership.ts';

/** Which memberships a list shall hold. */
export interface ListFilter {
  readonly valid: boolean;
  /** Only these; a service may not know this filter, and list the others too. */
  readonly status?: 'past_due';
  readonly signal?: AbortSignal | undefined;
}

/** See `CommerceClient`. */
export async function* listMemberships(
  ask: Ask,
  aliases: FieldAliases,
  { valid, status, signal }: ListFilter,
): AsyncGenerator<readonly Membership[], void, void> {
  let before = '';
  const read = (wire: unknown) => toMembership(withOurNames(aliases, wire));
  for (let number = 1; ; number++) {
    const filter = `valid=${valid}${status ? `&status=${status}` : ''}`;
    const path = `/memberships?${filter}&direction=asc&expand=plan&per=50&page=${number}`;
    const turn = { background: true, signal };
    const { items, page, pages } = await readPage(ask, turn, { path, what: 'memberships', read });
    const isLast = number >= pages;
    const ids = items.map(({ id }) => id).join();
    // A service that counts its pages otherwise, or gives the same one again, hasn't shown the whole list.
    if (page !== number || (!isLast && (ids === '' || ids === before))) throw unreadable();
    yield items;
    if (isLast) return;
    before = ids;
  }
}
