import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { InMemoryRateLimiter } from '../../../adapters/memory/shared/single-process.js';
import { createDatabase, type Database } from '../../../adapters/postgres/database.js';
import { PostgresRateLimiter } from '../../../adapters/postgres/shared/rate-limiter.js';
import { createTestDatabase, query, type TestDatabase } from '../../support/database/test-database.js';
import { SettableClock } from '../../support/settable-clock.js';
import { rateLimiterContract } from './rate-limiter.contract.js';

const clock = new SettableClock('2026-11-21T12:00:00Z');

describe('in memory', () => {
  const rateLimiter = new InMemoryRateLimiter(clock);
  rateLimiterContract(() => ({ rateLimiter, clock }));
});

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let db: Database;
  let rateLimiter: PostgresRateLimiter;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ connectionString: database.connectionString });
    rateLimiter = new PostgresRateLimiter(db, clock);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  rateLimiterContract(() => ({ rateLimiter, clock }));

  test('stores no address that it counts', async () => {
    await rateLimiter.hit('login:someone@example.org', 60_000);
    expect(JSON.stringify(await query(database, 'select * from rate_limits'))).not.toContain('someone');
  });
});
