import { sql, type RawBuilder } from 'kysely';
import type { SortKey } from '../../domain/shared/page.js';
import { timestamp } from './schema.js';

/**
 * What follows the row with that key in the order of `<column> desc, id`; the key's instant is negated. `<>` and not
 * `<`, which would tempt the planner to look both sides of the `or` up and to sort what it finds.
 */
export function afterNewest(column: string, [negated, id]: SortKey): RawBuilder<boolean> {
  const instant = timestamp(-Number(negated));
  return sql`(${sql.ref(column)} <= ${instant} and (${sql.ref(column)} <> ${instant} or id > ${id}))`;
}

export function createdAfter(key: SortKey | null): RawBuilder<unknown> {
  return key === null ? sql`` : sql`and ${afterNewest('created_at', key)}`;
}
