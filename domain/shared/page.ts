import type { Instant } from './zone.js';

/**
 * Where a page of a list ends: the sort key of its last row, compared element by element. The next page
 * begins with the first row whose key is greater, so rows added meanwhile neither repeat nor hide others.
 */
export type SortKey = readonly (string | number)[];

export type PageRequest = { readonly limit: number; readonly after: SortKey | null };

/** Its rows belong to whoever asked for it; `next` is null on the last page. */
export type Page<Row> = { readonly rows: Row[]; readonly next: SortKey | null };

export function compareSortKeys(a: SortKey, b: SortKey): number {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y) continue;
    return x === undefined || y === undefined || x < y ? -1 : 1;
  }
  return 0;
}

/** The order of most lists: what was created last comes first. */
export function newestFirst({
  createdAt,
  id,
}: {
  readonly createdAt: Instant;
  readonly id: string;
}): SortKey {
  return [-createdAt, id];
}

/** Cuts a page off `rows`, which are in order and begin after the request's position with at most limit + 1 rows. */
export function cutPage<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => SortKey): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}
