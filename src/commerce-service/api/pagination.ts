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
