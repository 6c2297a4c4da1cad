import { sql, type RawBuilder } from 'kysely';

/** The names of all that a row has: a column that it gains does not compile until it stands in the list. */
export function columnNames<Row>(columns: Record<keyof Row & string, true>): readonly (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/** The names of columns as a list in SQL, with an alias as `alias."name"`. Names come from the code alone. */
export function listColumns(names: readonly string[], alias?: string): RawBuilder<unknown> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '));
}
