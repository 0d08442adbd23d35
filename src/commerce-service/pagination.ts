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

/** A page of results as the API gives it; a page beyond the end is empty and has the right totals. */
export const listOf = <Item>({ page, per }: PageRequest, count: number, data: Item[]) => ({
  pagination: { current_page: page, total_page: Math.ceil(count / per), total_count: count },
  data,
});
