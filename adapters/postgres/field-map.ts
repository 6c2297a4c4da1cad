import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Instant } from '../../domain/shared/zone.js';
import { nullableTimestamp } from './schema.js';

/** The names of all that a row has: a column that it gains does not compile until it stands in the list. */
export function columnNames<Row>(columns: Record<keyof Row & string, true>): readonly (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/** The names of columns as a list in SQL, with an alias as `alias."name"`. Names come from the code alone. */
export function listColumns(names: readonly string[], alias?: string): RawBuilder<unknown> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '));
}

type ColumnOf<Table> = keyof Selectable<Table> & keyof Insertable<Table> & string;

/** The columns whose value is that of the field as it stands, when read and when written. */
type PlainColumn<Table, Value> = {
  [Column in ColumnOf<Table>]: [Selectable<Table>[Column], Value] extends [Value, Insertable<Table>[Column]]
    ? Column
    : never;
}[ColumnOf<Table>];

/** A field that is read as an expression over columns, or written otherwise than it is read. */
export type Stored<Column extends string, Value> = {
  readonly select: (column: (name: Column) => string) => string;
  write(value: Value): { readonly [Name in Column]?: unknown };
  /** The column whose value is JSON: within a parameter that holds many rows it is that, and not its text. */
  readonly json?: Column;
};

/** How each field of an entity is kept: the name of its column, or what it takes to select and to write it. */
export type FieldMap<Entity, Table> = {
  readonly [Field in keyof Entity]-?:
    PlainColumn<Table, Entity[Field]> | Stored<ColumnOf<Table>, Entity[Field]>;
};

/** A moment: read as milliseconds, written as text. */
export function instant<Column extends string>(column: Column): Stored<Column, Instant | null> {
  return converted(column, nullableTimestamp);
}

/** A value as JSON, written as text: the driver would take an array for one of SQL. */
export function json<Column extends string>(column: Column): Stored<Column, unknown> {
  return { ...converted(column, (value: unknown) => JSON.stringify(value)), json: column };
}

/** As {@link json}; null is no value, and not the null of JSON. */
export function nullableJson<Column extends string>(column: Column): Stored<Column, unknown> {
  const write = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { ...converted(column, write), json: column };
}

/** Written as `write` has it; what is read is the column's value. */
export function converted<Column extends string, Value>(
  column: Column,
  write: (value: Value) => unknown,
): Stored<Column, Value> {
  return {
    select: (name) => name(column),
    write: (value) => ({ [column]: write(value) }) as { [Name in Column]: unknown },
  };
}

/** Worked out of other columns when it is read, and not written. */
export function computed<Column extends string>(
  select: Stored<Column, unknown>['select'],
): Stored<Column, unknown> {
  return { select, write: () => ({}) };
}

export type TableMap<Entity, Table> = {
  /** The select list that gives the fields under their own names, each with `prefix` before it, but not those of `without`. */
  readonly select: (
    alias?: string,
    prefix?: string,
    without?: readonly (keyof Entity)[],
  ) => RawBuilder<unknown>;
  /** The fields of a term of a `with` that was selected so. */
  readonly fields: (alias: string) => RawBuilder<unknown>;
  readonly toRow: (entity: Entity) => Insertable<Table>;
  /** The row within a parameter that is JSON and holds many. */
  readonly toRecord: (entity: Entity) => { readonly [Column in keyof Insertable<Table>]?: unknown };
  /** Of a row of several tables, the fields that were selected with the prefix. */
  readonly pick: (row: object, prefix?: string) => Entity;
};

/** The one place that knows which column holds which field. */
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
    select: (alias, prefix = '', without = []) => {
      const name = (column: string) => (alias === undefined ? `"${column}"` : `${alias}."${column}"`);
      const selected = fields.filter(([field]) => !without.includes(field as keyof Entity));
      const terms = selected.map(([field, stored]) => {
        const expression = typeof stored === 'string' ? name(stored) : stored.select(name);
        return `${expression} as "${prefix}${field}"`;
      });
      return sql.raw(terms.join(', '));
    },
    fields: (alias) => sql.raw(fields.map(([field]) => `${alias}."${field}"`).join(', ')),
    toRow: (entity) => toRow(entity, false),
    toRecord: (entity) => toRow(entity, true),
    pick: (row, prefix = '') => {
      const values = row as Readonly<Record<string, unknown>>;
      return Object.fromEntries(fields.map(([field]) => [field, values[prefix + field]])) as Entity;
    },
  };
}
