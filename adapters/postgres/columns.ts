import { sql, type RawBuilder } from 'kysely';

/** The names of columns as a list in SQL, with an alias as `alias."name"`. Names come from the code alone. */
export function columnsOf(names: readonly string[], alias?: string): RawBuilder<unknown> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '));
}
