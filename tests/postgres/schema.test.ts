import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import ts from 'typescript';
import { brokenConstraint } from '../../adapters/postgres/citus/broken-constraint.js';
import { distributeDatabase } from '../../adapters/postgres/citus/distribute.js';
import { LAYOUT } from '../../adapters/postgres/citus/layout.js';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { toUnavailable } from '../../adapters/postgres/failures.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { renewingOnOneNode } from '../../migrations/0123_renewing_on_one_node.js';
import { migrations } from '../../migrations/index.js';
import { gather, placeTable, spread, spreadTables } from '../../migrations/spread.js';
import { joinNodes } from '../support/database/citus.js';
import { householdTables } from '../support/database/household-scans.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { onCluster } from '../support/requirement.js';
import { rowsAt } from './upgrade-rows.js';

describe('the database schema', () => {
  onPostgres();

  describe('the TypeScript types of the tables', () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const QUESTION = path.join(root, 'adapters/postgres/rows-of-all-tables.ts');

    /** Columns without a type, with the reason why the query builder does not need one. */
    const UNTYPED: readonly [why: string, column: RegExp][] = [
      ['written and read by statements in SQL alone', /^(change_entries|change_heads|installation)\./],
      ['keeps its table at one row', /^reminders_made\.only_row:/],
      ['written by the version before alone', /^refresh_tokens\.replays:/],
    ];

    type Column = { readonly table: string; readonly column: string; readonly is: string };

    /** The columns of each table with the types of values that are read and written, according to the TypeScript types. */
    function columnsOfTypes(): Column[] {
      const { options } = ts.parseJsonConfigFileContent(
        ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)).config,
        ts.sys,
        root,
      );
      const host = ts.createCompilerHost({ ...options, noEmit: true });
      const [getSourceFile, fileExists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
      const text = `import type { Insertable, Selectable } from 'kysely';
    import type { DatabaseSchema } from './schema.js';
    export type Read = { [Table in keyof DatabaseSchema]: Selectable<DatabaseSchema[Table]> };
    export type Written = { [Table in keyof DatabaseSchema]: Insertable<DatabaseSchema[Table]> };`;
      host.fileExists = (name) => name === QUESTION || fileExists(name);
      host.getSourceFile = (name, target) =>
        name === QUESTION ? ts.createSourceFile(name, text, target) : getSourceFile(name, target);
      const program = ts.createProgram([QUESTION], options, host);
      const checker = program.getTypeChecker();
      const kindOf = (type: ts.Type): string => {
        const value = checker.getNonNullableType(type);
        const basic = [checker.getStringType(), checker.getNumberType(), checker.getBooleanType()];
        const found = basic.find((one) => checker.isTypeAssignableTo(value, one));
        return found ? checker.typeToString(found) : 'object';
      };
      const isNullable = (type: ts.Type) => checker.isTypeAssignableTo(checker.getNullType(), type);
      const file = program.getSourceFile(QUESTION)!;
      const [read, written] = file.statements
        .filter((statement) => ts.isTypeAliasDeclaration(statement))
        .map((statement) => checker.getTypeAtLocation(statement));
      return read!.getProperties().flatMap((table) => {
        const inserted = checker.getTypeOfSymbol(written!.getProperty(table.name)!);
        return checker
          .getTypeOfSymbol(table)
          .getProperties()
          .map((column) => {
            const type = checker.getTypeOfSymbol(column);
            const insertedAs = inserted.getProperty(column.name);
            const writtenAs = insertedAs ? kindOf(checker.getTypeOfSymbol(insertedAs)) : 'nothing';
            const is = `${kindOf(type)}${isNullable(type) ? ' or null' : ''}, written as ${writtenAs}`;
            return { table: table.name, column: column.name, is };
          });
      });
    }
    test('equal the column types of the migrated database', async () => {
      const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column",
      case when c.data_type in ('uuid', 'text', 'character varying', 'date', 'time without time zone', 'timestamp without time zone') then 'string'
        when c.data_type in ('smallint', 'integer', 'bigint', 'double precision', 'timestamp with time zone') then 'number'
        when c.data_type = 'boolean' then 'boolean'
        else 'object' end || case when c.is_nullable = 'YES' then ' or null' else '' end || ', written as '
      || case
        when 'ALWAYS' in (c.is_generated, c.identity_generation) then 'nothing'
        when c.data_type in ('uuid', 'text', 'character varying', 'date', 'time without time zone', 'timestamp without time zone', 'timestamp with time zone', 'jsonb', 'json') then 'string'
        when c.data_type in ('smallint', 'integer', 'bigint', 'double precision') then 'number'
        when c.data_type = 'boolean' then 'boolean'
        else 'object' end as "is"
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

  describe('the keys of household tables', () => {
    /** Keys that do not begin with household_id, with the reason. */
    const EXCEPTIONS: Readonly<Record<string, string>> = {
      household_of_token_pkey: 'finds the household of a secret that is sent without a household id',
      households_of_user_pkey: 'tells whose households somebody may ask',
      idempotency_keys_pkey:
        'holds household_id, after the user, whose keys outside of households lie there too',
    };
    test('begin with household_id, like the other unique indexes of these tables, with three listed exceptions', async () => {
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

    test('have household_id on both sides of every foreign key between these tables', async () => {
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
});

describe('distributing tables over a Citus cluster', () => {
  /** Tables that stay local to the coordinator. No statement joins them with rows of a household. */
  const ON_COORDINATOR: readonly string[] = [
    'calendar_connections',
    'calendar_states',
    'calendar_tickets',
    'email_changes',
    'identities',
    'mobile_codes',
    'password_resets',
    'rate_limits',
    'refresh_tokens',
    'unlinked_identities',
  ];

  describe('the list of tables to distribute', () => {
    onPostgres();

    test('contains every table exactly once', async () => {
      const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    `.execute(db);
      const placed = [...Object.keys(LAYOUT), ...ON_COORDINATOR];
      expect(placed.toSorted()).toEqual(rows.map(({ name }) => name).sort());
    });

    test('names for each table a distribution column that all its unique keys contain', async () => {
      const { rows } = await sql<{ table: string; name: string; columns: string[] }>`
      select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name, array(
        select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)
      ) as columns
      from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indisunique and t.relnamespace = 'public'::regnamespace
    `.execute(db);
      const without = rows.filter(({ table, columns }) => {
        const place = LAYOUT[table];
        return typeof place === 'object' && !columns.includes(place.by);
      });
      expect(without).toEqual([]);
      expect(rows.length).toBeGreaterThan(40);
    });
  });

  describe('a migration', () => {
    const folder = path.resolve(import.meta.dirname, '../../migrations');
    /** The last migration that is applied before the database is distributed. */
    const BEFORE = '0119_keys_by_household';

    /** Returns the tables that a migration creates but does not distribute, although the layout lists them. */
    const forgottenIn = (source: string, layout: Readonly<Record<string, unknown>> = LAYOUT) =>
      [...source.matchAll(/create table (\w+)/g)]
        .map(([, table = '']) => table)
        .filter((table) => table in layout && !new RegExp(`spread\\(db, '${table}'`).test(source));

    test('distributes the tables that it creates', () => {
      const later = readdirSync(folder).filter((name) => /^\d/.test(name) && name > `${BEFORE}.ts`);
      expect(Object.keys(migrations)).toContain(BEFORE);
      expect(later.flatMap((name) => forgottenIn(readFileSync(path.join(folder, name), 'utf8')))).toEqual([]);
    });

    test('is found by the check if it creates a table without distributing it', () => {
      const layout = { plants: { by: 'household_id' } };
      const made = 'await sql`create table plants (household_id uuid)`.execute(db);';
      expect(forgottenIn(made, layout)).toEqual(['plants']);
      expect(forgottenIn(`${made} await spread(db, 'plants');`, layout)).toEqual([]);
      expect(forgottenIn('create table kettles (id uuid)', layout)).toEqual([]);
    });
  });

  describe('a violated constraint', () => {
    const told = (message: string, constraint?: string) =>
      brokenConstraint(Object.assign(new pg.DatabaseError(message, 0, 'error'), { constraint }));

    test('is recognised by its name in errors of a single server and of a cluster node', () => {
      const duplicate = 'duplicate key value violates unique constraint';
      expect(told(`${duplicate} "accounts_email_key"`, 'accounts_email_key')).toBe('accounts_email_key');
      expect(told(`${duplicate} "categories_name_key_102194"`)).toBe('categories_name_key');
      const missing = 'insert or update on table "categories_102194" violates foreign key';
      expect(told(`${missing} constraint "categories_household_id_created_by_fkey_102194"`)).toBe(
        'categories_household_id_created_by_fkey',
      );
      const row = 'new row for relation "members_102218" violates check';
      expect(told(`${row} constraint "members_active_account"`)).toBe('members_active_account');
      expect(told('division by zero')).toBeUndefined();
    });
  });

  describe('an error of a lost cluster node', () => {
    const told = (code: string, message: string) =>
      toUnavailable(Object.assign(new pg.DatabaseError(message, 0, 'error'), { code }));

    test.each([
      [
        '08006',
        'connection to the remote node planner@shard-1:5432 failed with the following error: Connection refused',
      ],
      ['57P02', 'terminating connection due to immediate shutdown command'],
      ['XX000', 'failure on connection marked as essential: shard-1:5432'],
      ['XX000', 'SSL SYSCALL error: EOF detected'],
      ['XX000', 'server closed the connection unexpectedly'],
      ['58030', 'failed to COPY to shard 102239 on shard-1:5432'],
    ])('becomes UNAVAILABLE: %s %s', (code, message) => {
      expect(told(code, message)).toMatchObject({ code: 'UNAVAILABLE' });
    });

    test('is not confused with other internal errors and I/O errors', () => {
      expect(told('XX000', 'cache lookup failed for relation 1')).toBeInstanceOf(pg.DatabaseError);
      expect(told('58030', 'could not read block 1')).toBeInstanceOf(pg.DatabaseError);
    });
  });
});

describe('the command distribute', () => {
  describe('on a single server', () => {
    test('throws an error that says what to do if the extension citus is missing', async () => {
      const database = await createTestDatabase({ bare: true });
      await migrateToLatest(database.connectionString);
      const refused = distributeDatabase(database.connectionString);
      await expect(refused).rejects.toBeInstanceOf(OperatorError);
      await expect(refused).rejects.toThrow(/not have the extension citus. Run `create extension citus`/);
      await database.drop();
    });

    test('is not needed by later migrations, which can create and fill tables', async () => {
      const database = await createTestDatabase({ bare: true });
      const db = createDatabase({ connectionString: database.connectionString });
      await sql`create table plants (household_id uuid primary key)`.execute(db);
      await spread(db, 'plants');
      await sql`insert into plants values (gen_random_uuid())`.execute(db);
      await db.destroy();
      await database.drop();
    });
  });

  onCluster.describe('on the coordinator of a cluster', () => {
    let database: TestDatabase;
    let db: Database;

    beforeAll(async () => {
      database = await createTestDatabase({ unspread: true });
      db = createDatabase({ connectionString: database.connectionString, statementTimeoutMs: 120_000 });
      await db.transaction().execute(async (transaction) => {
        for (const [name, migration] of Object.entries(migrations)) {
          await migration.up(transaction as never);
          if (rowsAt[name] !== undefined) await sql.raw(rowsAt[name]).execute(transaction);
          await sql`set constraints all immediate`.execute(transaction);
        }
      });
    });
    afterAll(async () => {
      await db.destroy();
      await database.drop();
    });

    /** Reads all rows, constraints and indexes. */
    async function state() {
      const rows: Record<string, unknown> = {};
      const tables = Object.keys(LAYOUT);
      for (const table of tables)
        rows[table] = (
          await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db)
        ).rows;
      const constraints = await sql`
      select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition,
        row_number() over (partition by conrelid, contype order by oid)::int as turn
      from pg_constraint where contype <> 't' and conrelid::regclass::text = any(${tables}) order by 1, 2
    `.execute(db);
      const indexes =
        await sql`select indexdef from pg_indexes where tablename = any(${tables}) order by 1`.execute(db);
      return { rows, constraints: constraints.rows, indexes: indexes.rows };
    }
    const spreadNow = async () => (await spreadTables(db)).toSorted();

    test('throws an error if there are no worker nodes or the workers do not know the coordinator', async () => {
      const { rows } = await sql<{ address: string }>`
      select nodename || ':' || nodeport as address from pg_dist_node order by groupid
    `.execute(db);
      for (const [groups, refusal] of [
        ['groupid > 0', /has no workers. Run `select citus_add_node/],
        ['groupid = 0', /do not know where the coordinator is/],
      ] as const) {
        await sql`select citus_remove_node(nodename, nodeport) from pg_dist_node where ${sql.raw(groups)}`.execute(
          db,
        );
        const refused = distributeDatabase(database.connectionString);
        await expect(refused).rejects.toBeInstanceOf(OperatorError);
        await expect(refused).rejects.toThrow(refusal);
        await joinNodes(
          rows.map(
            ({ address }) => Object.assign(new URL(database.connectionString), { host: address }).href,
          ),
        );
      }
    });

    test.each(['accounts', 'occurrences', 'households_of_user'])(
      'leaves the database unchanged when the connection is lost before %s are moved',
      async (last) => {
        const before = await state();
        const broken = distributeDatabase(database.connectionString, async (table) => {
          if (table !== last) return;
          await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'household-planner distribute' and datname = current_database()
        `.execute(db);
        });
        await expect(broken).rejects.toThrow(/./);
        expect(await state()).toEqual(before);
        expect(await spreadNow()).toEqual([]);
      },
    );

    test('keeps all rows and constraints, and places every table', async () => {
      const before = await state();
      expect(Object.values(before.rows).filter((rows) => (rows as unknown[]).length === 0)).toEqual([]);
      const moved: string[] = [];
      await distributeDatabase(database.connectionString, (table) => void moved.push(table));
      expect(moved).toEqual(Object.keys(LAYOUT));
      expect(await state()).toEqual(before);
      expect(await spreadNow()).toEqual(Object.keys(LAYOUT).toSorted());
    });

    test('puts the rows of a household on one node', async () => {
      const { rows } = await sql<{ node: string; rows: number }>`
      select count(distinct nodeport)::int as nodes from citus_shards
      where shardid in (
        select get_shard_id_for_distribution_column(t, (select id from households limit 1))
        from unnest(${Object.entries(LAYOUT).flatMap(([table, place]) => (typeof place === 'object' && place.by === 'household_id' ? table : []))}::text[]) t
      )
    `.execute(db);
      expect(rows).toEqual([{ nodes: 1 }]);
    });

    test('changes nothing when it runs a second time', async () => {
      expect(await distributeDatabase(database.connectionString)).toEqual([]);
    });

    test('moves tables that an earlier version had distributed back to the coordinator', async () => {
      const before = await state();
      await renewingOnOneNode.down!(db as never);
      await gather(db, ['household_of_token', 'households_of_user']);
      expect(await spreadNow()).not.toContain('household_of_token');
      await placeTable(db, 'household_of_token', { by: 'hash' });
      await placeTable(db, 'households_of_user', { by: 'user_id' });
      await db.transaction().execute((transaction) => renewingOnOneNode.up(transaction as never));
      expect(await state()).toEqual(before);
      const { rows } = await sql<{ name: string }>`
      select table_name::text as name from citus_tables where citus_table_type = 'local' and table_name = any(
        array['household_of_token', 'households_of_user']::regclass[]) order by 1
    `.execute(db);
      expect(rows.map(({ name }) => name)).toEqual(['household_of_token', 'households_of_user']);
    });

    test('commits a job and the change that added it together, with a two-phase commit', async () => {
      const client = new pg.Client({ connectionString: database.connectionString });
      const said: (string | undefined)[] = [];
      client.on('notice', ({ message }) => said.push(message));
      await client.connect();
      await client.query('set citus.log_remote_commands = on');
      const { rows } = await client.query<{ id: string }>('select id from households limit 1');
      await client.query('begin');
      await client.query('update households set name = name where id = $1', [rows[0]?.id]);
      await client.query(`insert into job_outbox (name, payload) values ('a job', '{}')`);
      await client.query('commit');
      expect(said.filter((message) => message?.startsWith('issuing PREPARE TRANSACTION'))).toHaveLength(1);
      await client.query(`delete from job_outbox where name = 'a job'`);
      await client.end();
    });

    test('distributes the tables of later migrations', async () => {
      await sql`
      create table plants (household_id uuid references households, id uuid, primary key (household_id, id))
    `.execute(db);
      await sql`insert into plants select id, id from households`.execute(db);
      await spread(db, 'plants');
      await sql`create table kettles (id bigint primary key generated always as identity)`.execute(db);
      await spread(db, 'kettles', 'coordinator');
      expect(await spreadNow()).toEqual(expect.arrayContaining(['plants', 'kettles']));
      expect((await sql`select from plants`.execute(db)).rows).toHaveLength(1);
    });
  });
});
