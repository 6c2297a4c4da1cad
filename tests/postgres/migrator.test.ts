import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateDown, migrateToLatest } from '../../adapters/postgres/migrator.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { migrations } from '../../migrations/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const ALL = Object.keys(migrations);

describe('the migrator', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const tables = async () => {
    const { rows } = await client.query<{ table_name: string }>(
      `select table_name from information_schema.tables
       where table_schema = 'public' and table_name not like 'kysely%' order by 1`,
    );
    return rows.map((row) => row.table_name);
  };

  test('undoes every migration down to an empty database, and does them again', async () => {
    const before = await tables();
    const undone: string[] = [];
    for (let i = 0; i < ALL.length; i++) undone.push(...(await migrateDown(database.connectionString)));
    expect(undone).toEqual(ALL.toReversed());
    expect(await tables()).toEqual([]);
    expect(await migrateToLatest(database.connectionString)).toEqual(ALL);
    expect(await tables()).toEqual(before);
  });

  test('has nothing to do in a database that is up to date', async () => {
    expect(await migrateToLatest(database.connectionString)).toEqual([]);
  });

  test('lets one of several processes that start at once on an empty database do the work', async () => {
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    const runs = Array.from({ length: 5 }, () => migrateToLatest(database.connectionString));
    const done = (await Promise.all(runs)).filter((names) => names.length > 0);
    expect(done).toEqual([ALL]);
  });

  test('says so when a newer version has migrated the database', async () => {
    await client.query(`insert into kysely_migration values ('9999_later', '2999-01-01T00:00:00.000Z')`);
    const old = migrateToLatest(database.connectionString);
    await expect(old).rejects.toThrow(/newer version.*9999_later/);
    await expect(old).rejects.toBeInstanceOf(OperatorError);
    await client.query(`delete from kysely_migration where name = '9999_later'`);
  });

  test('refuses with UNAVAILABLE where no database answers', async () => {
    await expect(migrateToLatest('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});
