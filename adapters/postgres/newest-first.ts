import { sql, type RawBuilder } from 'kysely';
import type { SortKey } from '../../domain/shared/page.js';
import { timestamp } from './field-map.js';

/**
 * Returns the condition for the rows that come after this sort key in the order `<column> desc, id`. The key
 * contains the instant with the opposite sign. The condition uses `<>` instead of `<`. With `<`, PostgreSQL would
 * look up both sides of the `or` and sort the result, instead of reading the index in order.
 */
export function afterNewest(column: string, [negated, id]: SortKey, idColumn = 'id'): RawBuilder<boolean> {
  const instant = timestamp(-Number(negated));
  const isLater = sql`${sql.ref(column)} <> ${instant} or ${sql.ref(idColumn)} > ${id}`;
  return sql`(${sql.ref(column)} <= ${instant} and (${isLater}))`;
}

/**
 * Returns `and` with the condition for the rows that come after the key in the order of creation, newest first. If
 * the key is null, it returns an empty text.
 */
export function createdAfter(key: SortKey | null): RawBuilder<unknown> {
  return key === null ? sql`` : sql`and ${afterNewest('created_at', key)}`;
}
