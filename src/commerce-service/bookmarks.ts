import type { Clock } from '../clock.ts';
import type { PageRequest } from './pagination.ts';

/** For how long a page is remembered, in milliseconds: a client that goes through a list asks again before. */
const MEMORY = 60_000;

/** Pages that are remembered at most. */
const MOST = 1_000;

/** Where a page of a list ended, and how many results all of them had. */
export interface Bookmark {
  readonly createdAt: Date;
  readonly id: string;
  readonly count: number;
}

/** What lists are remembered by: everything that they are narrowed to, and whose they are. */
export type ListKey = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Remembers where the pages of lists ended, in this process. Whoever goes through a list page by page then costs the
 * same for each of them: nothing is counted again, and nothing that was read before is passed over. What comes into
 * the list meanwhile, or leaves it, shifts no page, so that nothing is left out or told twice.
 */
export function createBookmarks(clock: Clock) {
  const pages = new Map<string, Bookmark & { readonly until: number }>();
  const name = (list: ListKey, { page, per }: PageRequest) =>
    JSON.stringify([page, per, ...Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return {
    /** Where the page before this one ended; undefined for a first page, and where that is not known. */
    before(list: ListKey, request: PageRequest): Bookmark | undefined {
      const found = pages.get(name(list, { ...request, page: request.page - 1 }));
      return found && found.until > clock.now().getTime() ? found : undefined;
    },
    remember(list: ListKey, request: PageRequest, bookmark: Bookmark): void {
      const key = name(list, request);
      // The one that was remembered longest ago goes first.
      pages.delete(key);
      pages.set(key, { ...bookmark, until: clock.now().getTime() + MEMORY });
      const [oldest] = pages.keys();
      if (pages.size > MOST && oldest !== undefined) pages.delete(oldest);
    },
  };
}

export type Bookmarks = ReturnType<typeof createBookmarks>;
