import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { distributeDatabase } from '../../adapters/postgres/citus/distribute.js';
import { LAYOUT } from '../../adapters/postgres/citus/layout.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { migrations } from '../../migrations/index.js';
import { renewingOnOneNode } from '../../migrations/0123_renewing_on_one_node.js';
import { gather, placeTable, spread, spreadTables } from '../../migrations/spread.js';
import { joinNodes } from '../support/database/citus.js';
import { onCluster } from '../support/requirement.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { rowsAt } from './upgrade-rows.js';

describe('a database', () => {
  test('without the extension is not distributed, and a sentence says what to do', async () => {
    const database = await createTestDatabase({ bare: true });
    await migrateToLatest(database.connectionString);
    const refused = distributeDatabase(database.connectionString);
    await expect(refused).rejects.toBeInstanceOf(OperatorError);
    await expect(refused).rejects.toThrow(/no extension citus: `create extension citus`/);
    await database.drop();
  });

  test('on one server keeps the tables of later migrations as they are', async () => {
    const database = await createTestDatabase({ bare: true });
    const db = createDatabase({ connectionString: database.connectionString });
    await sql`create table plants (household_id uuid primary key)`.execute(db);
    await spread(db, 'plants');
    await sql`insert into plants values (gen_random_uuid())`.execute(db);
    await db.destroy();
    await database.drop();
  });
});

onCluster.describe('a database on the coordinator of a cluster', () => {
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

  /** All rows, and all that is said of them. */
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

  test('is refused as long as there are no workers, or they do not know the coordinator', async () => {
    const { rows } = await sql<{ address: string }>`
      select nodename || ':' || nodeport as address from pg_dist_node order by groupid
    `.execute(db);
    for (const [groups, refusal] of [
      ['groupid > 0', /has no workers: say `select citus_add_node/],
      ['groupid = 0', /do not know where the coordinator is/],
    ] as const) {
      await sql`select citus_remove_node(nodename, nodeport) from pg_dist_node where ${sql.raw(groups)}`.execute(
        db,
      );
      const refused = distributeDatabase(database.connectionString);
      await expect(refused).rejects.toBeInstanceOf(OperatorError);
      await expect(refused).rejects.toThrow(refusal);
      await joinNodes(
        rows.map(({ address }) => Object.assign(new URL(database.connectionString), { host: address }).href),
      );
    }
  });

  test.each(['accounts', 'occurrences', 'households_of_user'])(
    'is as before when the connection is lost before %s are moved',
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

  test('has the same rows and constraints when it is distributed, and each table its place', async () => {
    const before = await state();
    expect(Object.values(before.rows).filter((rows) => (rows as unknown[]).length === 0)).toEqual([]);
    const moved: string[] = [];
    await distributeDatabase(database.connectionString, (table) => void moved.push(table));
    expect(moved).toEqual(Object.keys(LAYOUT));
    expect(await state()).toEqual(before);
    expect(await spreadNow()).toEqual(Object.keys(LAYOUT).toSorted());
  });

  test('has the rows of a household on one node', async () => {
    const { rows } = await sql<{ node: string; rows: number }>`
      select count(distinct nodeport)::int as nodes from citus_shards
      where shardid in (
        select get_shard_id_for_distribution_column(t, (select id from households limit 1))
        from unnest(${Object.entries(LAYOUT).flatMap(([table, place]) => (typeof place === 'object' && place.by === 'household_id' ? table : []))}::text[]) t
      )
    `.execute(db);
    expect(rows).toEqual([{ nodes: 1 }]);
  });

  test('finds nothing to do when it is distributed again', async () => {
    expect(await distributeDatabase(database.connectionString)).toEqual([]);
  });

  test('brings back to the coordinator what a version before had put on the nodes', async () => {
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

  test('commits a job with what it follows from, on whichever node that is, or neither', async () => {
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

  test('takes the tables of later migrations in', async () => {
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
