import {
  compareSortKeys,
  cutPage,
  type Page,
  type PageRequest,
  type SortKey,
} from '../../../domain/shared/page.js';

/** Returns a page of `rows`. They must be all rows of the list, in any order. */
export function pageFrom<Row>(
  rows: readonly Row[],
  { limit, after }: PageRequest,
  keyOf: (row: Row) => SortKey,
): Page<Row> {
  const sorted = rows.toSorted((a, b) => compareSortKeys(keyOf(a), keyOf(b)));
  const start = after === null ? 0 : sorted.findIndex((row) => compareSortKeys(keyOf(row), after) > 0);
  return cutPage(start < 0 ? [] : sorted.slice(start, start + limit + 1), limit, keyOf);
}
