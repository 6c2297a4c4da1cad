import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { StatementNames } from '../../adapters/postgres/prepared-statements.js';
import { QueueDatabase } from '../../adapters/postgres/queue-database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { withoutJobs } from '../support/without-jobs.js';

describe('prepared statements', () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    db = createDatabase({ connectionString: database.connectionString, poolSize: 1 });
  });
  afterEach(() => db.destroy());
  afterAll(() => database.drop());

  const preparedTexts = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    );
    return rows.map(({ statement }) => statement);
  };

  test('are those that were sent twice with parameters', async () => {
    await sql`select ${1}::int as once`.execute(db);
    for (const n of [1, 2, 3]) await sql`select ${n}::int as often`.execute(db);
    await sql`select 1 as constant`.execute(db);
    await sql`select 1 as constant`.execute(db);
    expect(await preparedTexts()).toEqual(['select $1::int as often']);
  });

  test('have at most 100 parameters', async () => {
    const listOf = (length: number) => sql`select ${sql.join(Array.from({ length }, () => sql`${1}::int`))}`;
    for (const length of [100, 101, 100, 101]) await listOf(length).execute(db);
    expect((await preparedTexts()).map((text) => text.split('$').length - 1)).toEqual([100]);
  });

  test('are at most 400', () => {
    const names = new StatementNames();
    const texts = Array.from({ length: 500 }, (_, i) => `select ${i}`);
    for (const text of texts) {
      names.nameOf(text, 1);
      names.nameOf(text, 1);
    }
    const given = texts.map((text) => names.nameOf(text, 1)).filter((name) => name !== undefined);
    expect(given).toHaveLength(400);
    expect(new Set(given).size).toBe(400);
  });

  describe('after a migration that changes the type of a column', () => {
    beforeEach(async () => {
      await query(database, 'create table migrated (id int)');
      await query(database, 'insert into migrated values (1)');
    });
    afterEach(() => query(database, 'drop table migrated'));

    const read = (connection: Database) =>
      sql<{ id: unknown }>`select id from migrated where id::int = ${1}`.execute(connection);
    const migrate = () => query(database, 'alter table migrated alter column id type text');

    test('are prepared again', async () => {
      for (let i = 0; i < 3; i++) expect((await read(db)).rows).toEqual([{ id: 1 }]);
      await migrate();
      for (let i = 0; i < 3; i++) expect((await read(db)).rows).toEqual([{ id: '1' }]);
    });

    test('run a transaction again', async () => {
      const retried: string[] = [];
      const unitOfWork = new PostgresUnitOfWork(
        db,
        (transaction) => ({ ...withoutJobs(), read: () => read(transaction) }),
        (reason) => void retried.push(reason),
      );
      const run = () =>
        unitOfWork.run(async ({ jobs }) =>
          (jobs as unknown as { read: () => ReturnType<typeof read> }).read(),
        );
      for (let i = 0; i < 3; i++) await run();
      await migrate();
      expect((await run()).rows).toEqual([{ id: '1' }]);
      expect(retried).toEqual(['migration']);
    });
  });

  describe('of the job queue', () => {
    let queue: QueueDatabase;
    let idleErrors: Error[];
    beforeEach(() => {
      idleErrors = [];
      queue = new QueueDatabase({
        connectionString: database.connectionString,
        connections: 1,
        onIdleError: (error) => void idleErrors.push(error),
      });
    });
    // The pool ends before the server has closed the connection. An error may still come when the database is dropped.
    afterEach(async () => {
      expect(idleErrors).toEqual([]);
      await queue.close();
    });

    test('are those that were sent twice and are single statements', async () => {
      for (let i = 0; i < 2; i++) {
        await queue.executeSql('select 1 as single');
        await queue.executeSql('select $1::int as single', [i]);
        await queue.executeSql('select 1 as first; select 2 as second', []);
      }
      const { rows } = await queue.executeSql('select statement from pg_prepared_statements');
      expect(rows).toEqual([{ statement: 'select 1 as single' }, { statement: 'select $1::int as single' }]);
    });

    test('are prepared again after a migration that changes the type of a column', async () => {
      await query(database, 'create table queued (id int)');
      await query(database, 'insert into queued values (1)');
      const read = async () => (await queue.executeSql('select id from queued')).rows;
      for (let i = 0; i < 3; i++) expect(await read()).toEqual([{ id: 1 }]);
      await query(database, 'alter table queued alter column id type text');
      for (let i = 0; i < 3; i++) expect(await read()).toEqual([{ id: '1' }]);
    });

    test('run on connections that have run the session statements first', async () => {
      await queue.setSessionStatements(["set application_name = 'prepared'"]);
      const { rows } = await queue.executeSql('show application_name');
      expect(rows).toEqual([{ application_name: 'prepared' }]);
    });
  });
});
