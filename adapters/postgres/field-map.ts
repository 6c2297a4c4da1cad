import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Instant } from '../../domain/shared/zone.js';
import { nullableTimestamp } from './schema.js';

/** Returns the names of all columns of a row. A missing column is a compile error. */
export function columnNames<Row>(columns: Record<keyof Row & string, true>): readonly (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/**
 * Returns a list of columns in SQL, with an alias as `alias."name"`. Names must come from the code, never from input.
 */
export function listColumns(names: readonly string[], alias?: string): RawBuilder<unknown> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '));
}

type ColumnOf<Table> = keyof Selectable<Table> & keyof Insertable<Table> & string;

/** The columns whose value is read and written without conversion. */
type PlainColumn<Table, Value> = {
  [Column in ColumnOf<Table>]: [Selectable<Table>[Column], Value] extends [Value, Insertable<Table>[Column]]
    ? Column
    : never;
}[ColumnOf<Table>];

/** Describes a field that is read by an SQL expression, or that is written in another form than it is read. */
export type Stored<Column extends string, Value> = {
  readonly select: (column: (name: Column) => string) => string;
  write(value: Value): { readonly [Name in Column]?: unknown };
  /**
   * The column whose value is JSON. If many rows are sent as one JSON parameter, the value is embedded in it as
   * JSON and not as text.
   */
  readonly json?: Column;
};

/** Says how each field of an entity is stored: the name of its column, or how to select and write it. */
export type FieldMap<Entity, Table> = {
  readonly [Field in keyof Entity]-?:
    PlainColumn<Table, Entity[Field]> | Stored<ColumnOf<Table>, Entity[Field]>;
};

/** Maps an instant: read as milliseconds since 1970, written as ISO 8601 text. */
export function instant<Column extends string>(column: Column): Stored<Column, Instant | null> {
  return convertedColumn(column, nullableTimestamp);
}

/**
 * Maps a value that is stored as JSON. It is written as text, because the driver would send an array as an SQL array.
 */
export function json<Column extends string>(column: Column): Stored<Column, unknown> {
  return { ...convertedColumn(column, (value: unknown) => JSON.stringify(value)), json: column };
}

/** Like {@link json}, but null is stored as SQL null and not as JSON null. */
export function nullableJson<Column extends string>(column: Column): Stored<Column, unknown> {
  const write = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { ...convertedColumn(column, write), json: column };
}

/** Maps a field that is read as the value of a column, and written as the value that `write` returns. */
export function convertedColumn<Column extends string, Value>(
  column: Column,
  write: (value: Value) => unknown,
): Stored<Column, Value> {
  return {
    select: (name) => name(column),
    write: (value) => ({ [column]: write(value) }) as { [Name in Column]: unknown },
  };
}

/** Maps a field that is computed from other columns when it is read, and is never written. */
export function computed<Column extends string>(
  select: Stored<Column, unknown>['select'],
): Stored<Column, unknown> {
  return { select, write: () => ({}) };
}

export type TableMap<Entity, Table> = {
  /**
   * Returns a select list that names each column after its field, with `prefix` before the name. It leaves out the
   * fields in `without`.
   */
  readonly select: (
    alias?: string,
    prefix?: string,
    without?: readonly (keyof Entity)[],
  ) => RawBuilder<unknown>;
  /** Returns the select list of fields from a `with` query that was selected with {@link select}. */
  readonly fields: (alias: string) => RawBuilder<unknown>;
  readonly toRow: (entity: Entity) => Insertable<Table>;
  /** Returns the row in the form for a JSON parameter that holds many rows. */
  readonly toRecord: (entity: Entity) => { readonly [Column in keyof Insertable<Table>]?: unknown };
  /**
   * Returns the entity from those fields of a row that have this prefix. The row was selected from several tables.
   */
  readonly pick: (row: object, prefix?: string) => Entity;
};

/** Creates the mapping between the fields of an entity and the columns of its table. */
export function mapTable<Entity, Table>(map: FieldMap<Entity, Table>): TableMap<Entity, Table> {
  const fields = Object.entries<string | Stored<string, unknown>>(map);
  const toRow = (entity: Entity, isRecord: boolean) => {
    const row: Record<string, unknown> = {};
    for (const [field, stored] of fields) {
      const value = entity[field as keyof Entity];
      if (typeof stored === 'string') row[stored] = value;
      else if (isRecord && stored.json !== undefined) row[stored.json] = value;
      else Object.assign(row, stored.write(value));
    }
    return row as Insertable<Table>;
  };
  return {
    select: once((alias?: string, prefix = '', without: readonly (keyof Entity)[] = []) => {
      const name = (column: string) => (alias === undefined ? `"${column}"` : `${alias}."${column}"`);
      const selected = fields.filter(([field]) => !without.includes(field as keyof Entity));
      const terms = selected.map(([field, stored]) => {
        const expression = typeof stored === 'string' ? name(stored) : stored.select(name);
        return `${expression} as "${prefix}${field}"`;
      });
      return sql.raw(terms.join(', '));
    }),
    fields: once((alias: string) => sql.raw(fields.map(([field]) => `${alias}."${field}"`).join(', '))),
    toRow: (entity) => toRow(entity, false),
    toRecord: (entity) => toRow(entity, true),
    pick: (row, prefix = '') => {
      const values = row as Readonly<Record<string, unknown>>;
      return Object.fromEntries(fields.map(([field]) => [field, values[prefix + field]])) as Entity;
    },
  };
}

/** Returns a function that remembers the result for each list of arguments, because the same SQL is needed often. */
function once<Args extends unknown[], Result>(compute: (...args: Args) => Result): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = results.get(key) ?? compute(...args);
    results.set(key, known);
    return known;
  };
}
