import Type from 'typebox';
import Value from 'typebox/value';
import type { Ask } from './ask.ts';
import { unable, unreadable } from './faults.ts';
import type { Turn } from './pace.ts';

/** Which page is wanted: numbers from 1, ten results, at most fifty. */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly per?: number | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  /** How many pages there are; 0 where there is nothing. */
  readonly pages: number;
  /** How many results on all pages; null where the service doesn't count. */
  readonly total: number | null;
  /** How many more are on this page that make no sense: one of them keeps nobody from the others. */
  readonly skipped: number;
}

/** Reads one item of an answer; undefined where it makes no sense. */
export type Read<Item> = (wire: unknown) => Item | undefined;

const List = Type.Object({
  pagination: Type.Object({
    current_page: Type.Integer(),
    total_page: Type.Integer(),
    total_count: Type.Optional(Type.Integer()),
  }),
  data: Type.Array(Type.Unknown()),
});

/** A page of a list. @param what the list is of, such as `plans` */
export async function readPage<Item>(
  ask: Ask,
  turn: Turn,
  { path, what, read }: { readonly path: string; readonly what: string; readonly read: Read<Item> },
): Promise<Page<Item>> {
  const { body } = await ask(path, turn);
  if (body === undefined) throw unable(`list ${what}`);
  return toPage(body, read);
}

export function toPage<Item>(body: unknown, read: Read<Item>): Page<Item> {
  if (!Value.Check(List, body)) throw unreadable();
  const { current_page: page, total_page: pages, total_count: total = null } = body.pagination;
  const items = body.data.map(read).filter((item) => item !== undefined);
  return { items, page, pages, total, skipped: body.data.length - items.length };
}

/** @throws Fault `COMMERCE_UNREADABLE` in place of nothing */
export function must<Item>(item: Item | undefined): Item {
  if (item === undefined) throw unreadable();
  return item;
}

/** The query of a request; what is undefined is left out. */
export function toQuery(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return query && `?${query}`;
}
