/** A page as it is asked for: both count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly per: number;
}

/** The part of a query that selects this page, newest first. The id settles equal times. */
export const pageOf = ({ page, per }: PageRequest) => ({
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  skip: (page - 1) * per,
  take: per,
});

/**
 * Reads a page, and how many results there are in all. Not in a transaction: that would keep a connection from others,
 * and has to wait until it may begin. A page that isn't full tells the total by itself.
 * @returns the total, never less than the page shows, and the page
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

/** A page of results as the API gives it; a page beyond the end is empty and has the right totals. */
export const listOf = <Item>({ page, per }: PageRequest, count: number, data: Item[]) => ({
  pagination: { current_page: page, total_page: Math.ceil(count / per), total_count: count },
  data,
});
