import type { Clock } from '../../clock.ts';
import type { PageRequest } from './pagination.ts';

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
