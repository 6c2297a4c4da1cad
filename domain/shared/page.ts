import type { Instant } from './zone.js';

/**
 * The position at which a page of a list ends. It is the sort key of the page's last row, and is compared
 * element by element. The next page begins with the first row that has a greater key. So rows added between
 * two requests cause neither duplicates nor gaps.
 */
export type SortKey = readonly (string | number)[];

export type PageRequest = { readonly limit: number; readonly after: SortKey | null };

/** One page of a list. `next` is null on the last page. The caller owns `rows` and may modify it. */
export type Page<Row> = { readonly rows: Row[]; readonly next: SortKey | null };

export function compareSortKeys(a: SortKey, b: SortKey): number {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    if (x === y) continue;
    return x === undefined || y === undefined || x < y ? -1 : 1;
  }
  return 0;
}

/** Returns a sort key that sorts the newest rows first, and rows created at the same time by id. */
export function newestFirst({
  createdAt,
  id,
}: {
  readonly createdAt: Instant;
  readonly id: string;
}): SortKey {
  return [-createdAt, id];
}

/**
 * Returns one page of `rows`. They must be sorted, begin after the requested position, and contain up to
 * limit + 1 rows, so that a next page is recognised.
 */
export function cutPage<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => SortKey): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}
