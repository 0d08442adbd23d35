import Type, { type TSchema } from 'typebox';
import type { Clock } from '../../clock.ts';
import { INT32_MAX } from './schema.ts';

/** Query parameters of a page of a list. */
export const PageQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: INT32_MAX,
    default: 1,
    description: 'Page number, starting at 1.',
  }),
  per: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Results per page, at most 50.' }),
};

/** Builds the query parameter that names the relations to include as objects instead of ids. */
export const ExpandQuery = <Name extends TSchema>(name: Name) => ({
  expand: Type.Optional(
    Type.Array(name, {
      description:
        'Ids to replace with the objects they identify: as a list (a,b), repeated (expand=a&expand=b) or bracketed (expand[]=a).',
    }),
  ),
});

/** Optional filter by an id or another exact value. */
export const IdFilter = Type.Optional(Type.String({ minLength: 1 }));

/** Deprecated name of the filter by product. */
export const OldProductFilter = Type.Optional(
  Type.String({ minLength: 1, deprecated: true, description: 'Use product_id.' }),
);

/** Methods of an update: POST, which this API has always used, and PATCH, which clients expect. */
export const UPDATE = ['POST', 'PATCH'] as const;

/** A requested page. Both numbers count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly per: number;
}

/** Returns the query options that select this page, newest first. The id orders rows with equal times. */
export const pageOf = ({ page, per }: PageRequest) => ({
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  skip: (page - 1) * per,
  take: per,
});

/**
 * Reads a page and the total number of results. Uses no transaction, which would hold a connection and might have to
 * wait to begin. A page that isn't full gives the total without a count.
 * @returns the total, which is never less than the page shows, and the page
 */
export async function readPage<Row>(
  { page, per }: PageRequest,
  find: () => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<[total: number, rows: Row[]]> {
  const rows = await find();
  const shown = (page - 1) * per + rows.length;
  if (rows.length === 0) return [page === 1 ? 0 : await count(), rows];
  return [rows.length < per ? shown : Math.max(shown, await count()), rows];
}

/** Builds the API's response for a page of results. A page beyond the end is empty, with the right totals. */
export const listOf = <Item>({ page, per }: PageRequest, count: number, data: Item[]) => ({
  pagination: { current_page: page, total_page: Math.ceil(count / per), total_count: count },
  data,
});

/** Lifetime of a cached cursor, in milliseconds. A client that walks a list requests the next page sooner. */
const LIFETIME = 60_000;

const MAX_CURSORS = 1_000;

/** The end of a page, and the total number of results. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
  readonly count: number;
}

/** Identifies a list: its owner and all of its filters. */
export type ListKey = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Caches where pages ended, in this process. The API numbers pages, so without the cache the database would skip all
 * earlier rows for each page. With it, every page of a walk costs the same, and changes to the list neither skip nor
 * repeat items.
 */
export function createCursorCache(clock: Clock) {
  const cursors = new Map<string, Cursor & { readonly until: number }>();
  const keyOf = (list: ListKey, { page, per }: PageRequest) =>
    JSON.stringify([page, per, ...Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return {
    /** @returns the end of the previous page; undefined for a first page or a cache miss */
    before(list: ListKey, request: PageRequest): Cursor | undefined {
      const found = cursors.get(keyOf(list, { ...request, page: request.page - 1 }));
      return found && found.until > clock.now().getTime() ? found : undefined;
    },
    set(list: ListKey, request: PageRequest, cursor: Cursor): void {
      const key = keyOf(list, request);
      // Reinserted, so that the map's first key is always the oldest.
      cursors.delete(key);
      cursors.set(key, { ...cursor, until: clock.now().getTime() + LIFETIME });
      const [oldest] = cursors.keys();
      if (cursors.size > MAX_CURSORS && oldest !== undefined) cursors.delete(oldest);
    },
  };
}

export type CursorCache = ReturnType<typeof createCursorCache>;
