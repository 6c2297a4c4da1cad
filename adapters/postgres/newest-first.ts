import { sql, type RawBuilder } from 'kysely';
import type { SortKey } from '../../domain/shared/page.js';
import { timestamp } from './schema.js';

/** What follows the row with that key in the order of `created_at desc, id`; the key's instant is negated. */
export function createdAfter(key: SortKey | null): RawBuilder<unknown> {
  if (key === null) return sql``;
  const instant = timestamp(-Number(key[0]));
  return sql`and created_at <= ${instant} and (created_at <> ${instant} or id > ${key[1]})`;
}
