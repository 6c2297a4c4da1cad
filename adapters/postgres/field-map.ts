import { sql, type ColumnType, type Insertable, type RawBuilder } from 'kysely';
import type { Instant } from '../../domain/shared/zone.js';

/**
 * Returns a list of columns in SQL, with an alias as `alias."name"`. Names must come from the code, never from input.
 */
export function listColumns(names: readonly string[], alias?: string): RawBuilder<unknown> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '));
}

/**
 * Returns the statement that inserts one row. It can also be a term of a `with` query.
 *
 * @param valueOf returns the value of a column
 */
export function insertRowStatement<Column extends string>(
  table: string,
  columns: readonly Column[],
  valueOf: (column: Column) => unknown,
): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(table)} (${listColumns(columns)}) values (${sql.join(columns.map(valueOf))})
  `;
}

/** Returns the instant (milliseconds since 1970) as ISO 8601 text, as `timestamptz` columns are written. */
export function timestamp(instant: Instant): string {
  return new Date(instant).toISOString();
}

export function nullableTimestamp(instant: Instant | null): string | null {
  return instant === null ? null : timestamp(instant);
}

/** Describes a field that is read by an SQL expression, and written to the columns that `write` returns. */
type Computed<Value, Row extends object> = {
  /** The columns that `write` returns. */
  readonly columns: readonly string[];
  readonly select: (column: (name: string) => string) => string;
  write(value: Value): Row;
};

/** Describes a field that is read as the value of a column, and written as text. */
type Converted<Column extends string, Value> = {
  readonly column: Column;
  readonly select: (column: (name: string) => string) => string;
  write(value: Value): string | null;
  /** True if the value is JSON. If many rows are sent as one JSON parameter, it is embedded as JSON and not as text. */
  readonly isJson?: boolean;
};

type Stored<Value> = Computed<Value, object> | Converted<string, Value>;

/** Says how each field of an entity is stored: the name of its column, or how to select and write it. */
export type FieldMap<Entity> = { readonly [Field in keyof Entity]-?: string | Stored<Entity[Field]> };

/** The columns in which a field is stored, with their types for the query builder. */
type ColumnsOfField<Value, How> = How extends string
  ? { [Column in How]: Value }
  : How extends Converted<infer Column, never>
    ? { [Name in Column]: ColumnType<Value, string | Extract<Value, null>, string | Extract<Value, null>> }
    : How extends Computed<never, infer Row>
      ? Row
      : never;

/** Merges a union of objects without common keys into one object. */
type Merged<Part> = {
  [Key in Part extends unknown ? keyof Part : never]: Extract<Part, Record<Key, unknown>>[Key];
};

/** Maps an instant: read as milliseconds since 1970, written as ISO 8601 text. */
export function instant<Column extends string>(column: Column) {
  return convertedColumn(column, nullableTimestamp);
}

/**
 * Maps a value that is stored as JSON. It is written as text, because the driver would send an array as an SQL array.
 */
export function json<Column extends string>(column: Column) {
  return { ...convertedColumn(column, (value: unknown) => JSON.stringify(value)), isJson: true };
}

/** Like {@link json}, but null is stored as SQL null and not as JSON null. */
export function nullableJson<Column extends string>(column: Column) {
  const write = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { ...convertedColumn(column, write), isJson: true };
}

/** Maps a field that is read as the value of a column, and written as the text that `write` returns. */
export function convertedColumn<Column extends string, Value>(
  column: Column,
  write: (value: Value) => string | null,
): Converted<Column, Value> {
  return { column, select: (name) => name(column), write };
}

/** Maps a field that is computed from other columns when it is read, and is never written. */
export function computed(select: Computed<unknown, object>['select']) {
  return { columns: [], select, write: () => ({}) };
}

export type TableMap<Entity, Columns> = {
  /** Always missing. Its type is that of the columns. See {@link ColumnsOf}. */
  readonly columns?: Columns;
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
  readonly toRow: (entity: Entity) => Insertable<Columns>;
  /** The columns of the rows that {@link toRow} returns. */
  readonly writtenColumns: readonly (keyof Insertable<Columns> & string)[];
  /** Returns the row in the form for a JSON parameter that holds many rows. */
  readonly toRecord: (entity: Entity) => { readonly [Column in keyof Insertable<Columns>]?: unknown };
  /**
   * Returns the entity from those fields of a row that have this prefix. The row was selected from several tables.
   */
  readonly pick: (row: object, prefix?: string) => Entity;
};

/** The columns of a table that are mapped to fields, with their types for the query builder. */
export type ColumnsOf<Map extends { readonly columns?: unknown }> = NonNullable<Map['columns']>;

/**
 * Creates the mapping between the fields of an entity and the columns of its table. The types of the columns follow from
 * those of the fields. A test compares them with the migrated database.
 */
export function mapTable<Entity>() {
  return <const Map extends FieldMap<Entity>>(
    map: Map & Record<Exclude<keyof Map, keyof Entity>, never>,
  ): TableMap<
    Entity,
    Merged<{ [Field in keyof Entity]-?: ColumnsOfField<Entity[Field], Map[Field]> }[keyof Entity]>
  > => createTableMap(map);
}

function createTableMap<Entity, Columns>(map: FieldMap<Entity>): TableMap<Entity, Columns> {
  const fields = Object.entries<string | Stored<unknown>>(map);
  const toRow = (entity: Entity, isRecord: boolean) => {
    const row: Record<string, unknown> = {};
    for (const [field, stored] of fields) {
      const value = entity[field as keyof Entity];
      if (typeof stored === 'string') row[stored] = value;
      else if ('column' in stored)
        row[stored.column] = isRecord && stored.isJson === true ? value : stored.write(value);
      else Object.assign(row, stored.write(value));
    }
    return row as Insertable<Columns>;
  };
  return {
    select: memoize((alias?: string, prefix = '', without: readonly (keyof Entity)[] = []) => {
      const name = (column: string) => (alias === undefined ? `"${column}"` : `${alias}."${column}"`);
      const selected = fields.filter(([field]) => !without.includes(field as keyof Entity));
      const terms = selected.map(([field, stored]) => {
        const expression = typeof stored === 'string' ? name(stored) : stored.select(name);
        return `${expression} as "${prefix}${field}"`;
      });
      return sql.raw(terms.join(', '));
    }),
    fields: memoize((alias: string) => sql.raw(fields.map(([field]) => `${alias}."${field}"`).join(', '))),
    toRow: (entity) => toRow(entity, false),
    writtenColumns: fields.flatMap(([, stored]) => listWrittenColumns(stored)) as (keyof Insertable<Columns> &
      string)[],
    toRecord: (entity) => toRow(entity, true),
    pick: (row, prefix = '') => {
      const values = row as Readonly<Record<string, unknown>>;
      return Object.fromEntries(fields.map(([field]) => [field, values[prefix + field]])) as Entity;
    },
  };
}

function listWrittenColumns(stored: string | Stored<unknown>): readonly string[] {
  if (typeof stored === 'string') return [stored];
  return 'column' in stored ? [stored.column] : stored.columns;
}

/**
 * Returns a function that calls `compute` only once for each list of arguments, and then returns the same result again.
 * The arguments must be plain data, because they are compared as JSON.
 */
export function memoize<Args extends unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = results.get(key) ?? compute(...args);
    results.set(key, known);
    return known;
  };
}
