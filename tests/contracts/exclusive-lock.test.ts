import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { InMemoryExclusiveLock } from '../../adapters/memory/exclusive-lock.js';
import { createDatabase, type Database } from '../../adapters/postgres/database.js';
import { PostgresExclusiveLock } from '../../adapters/postgres/exclusive-lock.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { aSignal } from '../support/signal.js';
import { exclusiveLockContract } from './exclusive-lock.contract.js';

describe('in memory', () => {
  const lock = new InMemoryExclusiveLock();
  exclusiveLockContract(() => [lock, lock]);
});

describe('on PostgreSQL, by two processes', () => {
  let database: TestDatabase;
  let pools: readonly [Database, Database];
  let locks: readonly [PostgresExclusiveLock, PostgresExclusiveLock];
  beforeAll(async () => {
    database = await createTestDatabase();
    const { connectionString } = database;
    pools = [
      createDatabase({ connectionString }),
      createDatabase({ connectionString, lockTimeoutMs: 50, poolSize: 1 }),
    ];
    locks = [new PostgresExclusiveLock(pools[0]), new PostgresExclusiveLock(pools[1])];
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.destroy()));
    await database.drop();
  });

  exclusiveLockContract(() => [new PostgresExclusiveLock(pools[0]), new PostgresExclusiveLock(pools[0])]);

  test('whoever waits too long is refused, and the connection stays good', async () => {
    const signal = aSignal();
    const holding = aSignal();
    const first = locks[0].hold('a key', () => (holding.give(), signal.given));
    await holding.given;
    const refused = locks[1].hold('a key', () => Promise.resolve());
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    signal.give();
    await first;
    expect(await locks[1].hold('a key', () => Promise.resolve('mine'))).toBe('mine');
  });

  test('it is free again when the process that held it dies', async () => {
    const { connectionString } = database;
    const dying = createDatabase({ connectionString, applicationName: 'dying', poolSize: 1 });
    const [signal, holding] = [aSignal(), aSignal()];
    const held = new PostgresExclusiveLock(dying).hold('a key', () => (holding.give(), signal.given));
    await holding.given;
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'dying'`.execute(
      pools[0],
    );
    expect(await locks[0].hold('a key', () => Promise.resolve('mine'))).toBe('mine');
    signal.give();
    await expect(held).rejects.toBeDefined();
    await dying.destroy();
  });
});
