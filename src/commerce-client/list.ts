import Type from 'typebox';
import Value from 'typebox/value';
import type { Ask } from './ask.ts';
import { type Operation, unable, unreadable } from './faults.ts';
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
