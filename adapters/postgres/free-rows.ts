import { sql, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from './schema.js';

/**
 * Of the rows of a household's table that are meant, at most so many (null: all): those that somebody holds are passed
 * over, so that who tidies up waits for nobody and comes back for them.
 */
export function isAmongFree(
  table: keyof DatabaseSchema,
  isMeant: RawBuilder<unknown>,
  limit: number | null,
): RawBuilder<boolean> {
  return sql`(household_id, id) in (
    select household_id, id from ${sql.table(table)} where ${isMeant} limit ${limit} for update skip locked
  )`;
}
