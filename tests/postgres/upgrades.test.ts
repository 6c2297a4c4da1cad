import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { migrateDown, migrateToLatest } from '../../adapters/postgres/migrator.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { serviceOn } from '../support/service.js';
import { rowsAt } from './upgrade-rows.js';

const ALL = Object.keys(migrations);
type Rows = Record<string, string[]>;
type Columns = Record<string, string[]>;

/** The columns of each table of the application. */
async function columnsIn(db: Database): Promise<Columns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' group by 1 order by 1
  `.execute(db);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

/** Every row of every table, as text, in those columns. */
async function rowsIn(db: Database, columns: Columns): Promise<Rows> {
  const rows: Rows = {};
  for (const [table, names] of Object.entries(columns)) {
    const found = await sql<{ row: string }>`
      select row(${sql.join(names.map((name) => sql.ref(name)))})::text as row from ${sql.table(table)} order by 1
    `.execute(db);
    rows[table] = found.rows.map(({ row }) => row);
  }
  return rows;
}

describe('T-D2 T-D3 an upgrade', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    db = createDatabase({ connectionString: database.connectionString, poolSize: 1 });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  test('from each migration on, with rows in every table of its time, keeps each value and each constraint', async () => {
    const transaction = await db.startTransaction().execute();
    const up = (name: string) => migrations[name]!.up(transaction as never);
    for (const [i, name] of ALL.entries()) {
      await up(name);
      if (rowsAt[name] !== undefined) await sql.raw(rowsAt[name]).execute(transaction);
      const columns = await columnsIn(transaction);
      const before = await rowsIn(transaction, columns);
      for (const [table, rows] of Object.entries(before))
        expect([table, rows.length]).not.toEqual([table, 0]);

      const here = await transaction.savepoint('here').execute();
      for (const later of ALL.slice(i + 1)) await up(later);
      expect(await rowsIn(transaction, columns)).toEqual(before);
      const { rows: unchecked } = await sql`
        select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace
      `.execute(transaction);
      expect(unchecked).toEqual([]);
      await here.rollbackToSavepoint('here').execute();
    }
    await transaction.rollback().execute();
  }, 60_000);

  test('starts the service on what the first version wrote', async () => {
    await migrateToLatest(database.connectionString);
    for (let i = 1; i < ALL.length; i++) await migrateDown(database.connectionString);
    await query(database, rowsAt[ALL[0]!]!);
    expect(await migrateToLatest(database.connectionString)).toEqual(ALL.slice(1));
    const service = await serviceOn(database);
    expect((await service.api.get('/health/ready')).status).toBe(200);
    const { api } = await service.api.register();
    const home = await api.household();
    expect((await api.post(`${home}/tasks`, { title: 'After the upgrade' })).status).toBe(201);
    await service.close();
  });
});

describe('an upgrade that does not come to its end', () => {
  let database: TestDatabase;
  /** From several before the one that fails on, so that these have been done by then. */
  const undone = ALL.slice(ALL.indexOf('0014_calendar_connections'));
  beforeAll(async () => {
    database = await createTestDatabase();
    for (let i = 0; i < undone.length; i++) await migrateDown(database.connectionString);
  });
  afterAll(() => database.drop());

  const state = async () => [
    await query(database, 'select name from kysely_migration order by 1'),
    await query(database, `select tablename from pg_tables where schemaname = 'public' order by 1`),
  ];

  test('because it fails leaves the old schema, and goes on when the reason is gone', async () => {
    await query(database, 'create table notifications (in_the_way text)');
    const before = await state();
    await expect(migrateToLatest(database.connectionString)).rejects.toThrow(
      /"notifications" already exists/,
    );
    expect(await state()).toEqual(before);
    await query(database, 'drop table notifications');
  });

  test('because its connection is cut leaves the old schema, and the next one does it all', async () => {
    const before = await state();
    // Holds the migration up in its middle: it has made tables and waits to change this one.
    const holder = new pg.Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query('begin; lock table occurrences in access share mode');
    const cut = expect(migrateToLatest(database.connectionString)).rejects.toThrow();
    for (let ended: unknown = 0; ended === 0;) {
      const [found] = await query(
        database,
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike '%alter table occurrences%'`,
      );
      ended = found?.['ended'];
    }
    await cut;
    await holder.query('commit');
    await holder.end();
    expect(await state()).toEqual(before);
    expect(await migrateToLatest(database.connectionString)).toEqual(undone);
  });
});
