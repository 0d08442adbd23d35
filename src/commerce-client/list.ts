import Type from 'typebox';
import Value from 'typebox/value';
import type { Ask } from './ask.ts';
import { type Operation, unable, unreadable } from './faults.ts';
import { type FieldAliases, withOurNames } from './fields.ts';
import { type Membership, toMembership } from './membership.ts';
import type { Turn } from './rate-limiter.ts';

/** Page to request. Pages count from 1 and hold ten results by default, at most fifty. */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly per?: number | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  /** Number of pages; 0 for an empty list. */
  readonly pages: number;
  /** Number of results on all pages; null if the service doesn't count them. */
  readonly total: number | null;
  /** Number of further items on this page that are malformed. They must not hide the others. */
  readonly skipped: number;
}

/** Parses one item of an answer; undefined if it is malformed. */
export type Read<Item> = (wire: unknown) => Item | undefined;

const List = Type.Object({
  pagination: Type.Object({
    current_page: Type.Integer(),
    total_page: Type.Integer(),
    total_count: Type.Optional(Type.Integer()),
  }),
  data: Type.Array(Type.Unknown()),
});

/** Requests one page of a list. @param what the operation, for a service that lacks it */
export async function readPage<Item>(
  ask: Ask,
  turn: Turn,
  { path, what, read }: { readonly path: string; readonly what: Operation; readonly read: Read<Item> },
): Promise<Page<Item>> {
  const { body } = await ask(path, turn);
  if (body === undefined) throw unable(what);
  return toPage(body, read);
}

export function toPage<Item>(body: unknown, read: Read<Item>): Page<Item> {
  if (!Value.Check(List, body)) throw unreadable();
  const { current_page: page, total_page: pages, total_count: total = null } = body.pagination;
  const items = body.data.map(read).filter((item) => item !== undefined);
  return { items, page, pages, total, skipped: body.data.length - items.length };
}

/** Returns the item. @throws Fault `COMMERCE_UNREADABLE` if it is undefined */
export function must<Item>(item: Item | undefined): Item {
  if (item === undefined) throw unreadable();
  return item;
}

/** Builds a query string, leaving out undefined parameters. */
export function toQuery(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return query && `?${query}`;
}

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
