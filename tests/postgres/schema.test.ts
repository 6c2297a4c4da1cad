import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import ts from 'typescript';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { householdTables } from '../support/database/household-scans.js';

onPostgres();

describe('the schema', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const QUESTION = path.join(root, 'adapters/postgres/rows-of-all-tables.ts');

  /** Columns without a type, and why nobody who writes with the query builder needs one. */
  const UNTYPED: readonly [why: string, column: RegExp][] = [
    ['written and read by statements in SQL alone', /^(change_entries|change_heads|installation)\./],
    ['keeps its table at one row', /^reminders_made\.only_row:/],
    ['written by the version before alone', /^refresh_tokens\.replays:/],
  ];

  type Column = { readonly table: string; readonly column: string; readonly is: string };

  /** What a row of each table is once it has been read, as the types have it. */
  function columnsOfTypes(): Column[] {
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)).config,
      ts.sys,
      root,
    );
    const host = ts.createCompilerHost({ ...options, noEmit: true });
    const [getSourceFile, fileExists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
    const text = `import type { Selectable } from 'kysely';
    import type { DatabaseSchema } from './schema.js';
    export type Rows = { [Table in keyof DatabaseSchema]: Selectable<DatabaseSchema[Table]> };`;
    host.fileExists = (name) => name === QUESTION || fileExists(name);
    host.getSourceFile = (name, target) =>
      name === QUESTION ? ts.createSourceFile(name, text, target) : getSourceFile(name, target);
    const program = ts.createProgram([QUESTION], options, host);
    const checker = program.getTypeChecker();
    const kindOf = (type: ts.Type): string => {
      const value = checker.getNonNullableType(type);
      const basic = [checker.getStringType(), checker.getNumberType(), checker.getBooleanType()];
      const found = basic.find((one) => checker.isTypeAssignableTo(value, one));
      const isNullable = checker.isTypeAssignableTo(checker.getNullType(), type);
      return `${found ? checker.typeToString(found) : 'object'}${isNullable ? ' or null' : ''}`;
    };
    const file = program.getSourceFile(QUESTION)!;
    const rows = file.statements.find((statement) => ts.isTypeAliasDeclaration(statement))!;
    return checker
      .getTypeAtLocation(rows)
      .getProperties()
      .flatMap((table) =>
        checker
          .getTypeOfSymbol(table)
          .getProperties()
          .map((column) => ({
            table: table.name,
            column: column.name,
            is: kindOf(checker.getTypeOfSymbol(column)),
          })),
      );
  }
  test('the types of the tables are those of the migrated database', async () => {
    const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column",
      case when c.data_type in ('uuid', 'text', 'character varying', 'date', 'time without time zone', 'timestamp without time zone') then 'string'
        when c.data_type in ('smallint', 'integer', 'bigint', 'double precision', 'timestamp with time zone') then 'number'
        when c.data_type = 'boolean' then 'boolean'
        else 'object' end || case when c.is_nullable = 'YES' then ' or null' else '' end as "is"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
  `.execute(db);
    const lines = (columns: readonly Column[]) =>
      columns.map(({ table, column, is }) => `${table}.${column}: ${is}`).sort();
    const [typed, migrated] = [lines(columnsOfTypes()), lines(rows)];
    expect(typed).toEqual(migrated.filter((line) => !UNTYPED.some(([, column]) => column.test(line))));
    expect(UNTYPED.filter(([, column]) => !migrated.some((line) => column.test(line)))).toEqual([]);
  });
});

describe('keys of tables of households', () => {
  /** Keys that do not begin with household_id, and why they cannot. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    household_of_token_pkey: 'tells whoever brings a secret alone which household it opens',
    households_of_user_pkey: 'tells whose households somebody may ask',
    idempotency_keys_pkey:
      'holds household_id, after the user, whose keys outside of households lie there too',
  };
  test('every table of households is known by it first: primary keys and all that is unique', async () => {
    const { rows } = await sql<{ table: string; name: string; first: string | null }>`
    select t.relname as "table", k.relname as name, a.attname as first
    from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_class k on k.oid = i.indexrelid
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and t.relnamespace = 'public'::regnamespace
  `.execute(db);
    const tables = await householdTables(db);
    const keys = rows.filter(({ table }) => tables.includes(table));
    expect(new Set(keys.map(({ table }) => table))).toEqual(new Set(tables));
    expect(
      keys
        .filter(({ first }) => first !== 'household_id')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  test('every reference between tables of households carries household_id on both sides', async () => {
    const { rows } = await sql<{ name: string; from: string; to: string; pairs: string[] }>`
    select c.conname as name, c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to",
      array(
        select a.attname || '=' || b.attname
        from unnest(c.conkey, c.confkey) as pair (mine, theirs)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.mine
          join pg_attribute b on b.attrelid = c.confrelid and b.attnum = pair.theirs
      )::text[] as pairs
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
  `.execute(db);
    const tables = await householdTables(db);
    const inside = rows.filter(({ from, to }) => tables.includes(from) && tables.includes(to));
    expect(inside.length).toBeGreaterThan(20);
    expect(inside.filter(({ pairs }) => !pairs.includes('household_id=household_id'))).toEqual([]);
  });
});
