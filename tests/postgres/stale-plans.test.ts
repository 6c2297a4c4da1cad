import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createPooledDatabase, readRows, type Database } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';

/** More than the runs that a transaction has: a stale statement must not cost one each. */
const TABLES = ['one', 'two', 'three', 'four', 'five'];
const CONNECTIONS = 6;

describe('T-02 when a migration changes what prepared statements give', () => {
  let database: TestDatabase;
  let db: Database;
  let connections: ReturnType<typeof createPooledDatabase>['connections'];

  beforeEach(async () => {
    database = await createTestDatabase();
    ({ db, connections } = createPooledDatabase({ connectionString: database.connectionString }));
    for (const table of TABLES)
      await query(database, `create table ${table} as select '${table}' as name, 1 as amount`);
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const migrate = async () => {
    for (const table of TABLES) await query(database, `alter table ${table} alter column amount type text`);
  };
  const statement = (table: string) =>
    sql<{ amount: unknown }>`select amount from ${sql.table(table)} where name = ${table}`;
  /** One after the other, so that they share a connection. */
  const amountsBy = async (find: (table: string) => Promise<{ amount: unknown }[]>) => {
    const amounts: unknown[] = [];
    for (const table of TABLES) amounts.push(...(await find(table)).map(({ amount }) => amount));
    return amounts;
  };
  const amountsOf = (on: Database) => amountsBy(async (table) => (await statement(table).execute(on)).rows);
  /** A unit of work knows repositories; the queue that it is given is over its transaction. */
  function inTransaction<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
    let own = db;
    const jobsIn = (transaction: Database) => {
      own = transaction;
      return withoutJobs();
    };
    return new PostgresUnitOfWork(db, jobsIn).run(() => work(own));
  }
  /** At the same time, so that each has a connection of its own. */
  async function onEachConnection(work: (transaction: Database) => Promise<unknown>): Promise<void> {
    let begun = 0;
    let release = () => {};
    const allBegun = new Promise<void>((resolve) => (release = resolve));
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        inTransaction(async (transaction) => {
          await work(transaction);
          if (++begun === CONNECTIONS) release();
          await allBegun;
        }),
      ),
    );
    expect(connections().open).toBe(CONNECTIONS);
  }

  test.each([
    { way: 'kysely’s', find: () => amountsOf(db) },
    { way: 'the straight', find: () => amountsBy((table) => readRows(db, statement(table).compile(db))) },
  ])('a statement alone is prepared anew and sent again, on $way way', async ({ find }) => {
    expect(await find()).toEqual([1, 1, 1, 1, 1]);
    await migrate();
    expect(await find()).toEqual(['1', '1', '1', '1', '1']);
  });

  test('a transaction is run again, once, whatever connection it gets', async () => {
    await onEachConnection(amountsOf);
    await migrate();
    let runs = 0;
    const amounts = await inTransaction((transaction) => {
      runs++;
      return amountsOf(transaction);
    });
    expect(amounts).toEqual(['1', '1', '1', '1', '1']);
    expect(runs).toBe(2);
  });

  test('what a statement changes is changed once', async () => {
    const add = () =>
      sql<{ amount: unknown }>`
        insert into one (name, amount) values (${'more'}, 2) returning amount
      `.execute(db);
    await add();
    await migrate();
    expect((await add()).rows).toEqual([{ amount: '2' }]);
    expect(await query(database, `select name from one where name = 'more'`)).toHaveLength(2);
  });

  test('connections that hold stale plans are closed when they are given back', async () => {
    await onEachConnection(amountsOf);
    await migrate();
    for (let i = 0; i < CONNECTIONS; i++) await amountsOf(db);
    expect(connections().open).toBe(1);
  });
});
