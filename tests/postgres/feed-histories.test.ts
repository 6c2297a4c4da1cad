import { afterAll } from '@jest/globals';
import { PostgresChangeFeed } from '../../adapters/postgres/sync/change-feed.js';
import { postgresReaders, PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { laggingCopies } from '../support/database/lagging-copies.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { seedOf } from '../support/seed.js';
import { declareFeedProperties } from '../support/sync/feed-properties.js';
import { withoutJobs } from '../support/without-jobs.js';

const copies = laggingCopies(() => db);
// Must run before the database is closed.
afterAll(() => copies.end());
onPostgres();

declareFeedProperties(Number(process.env['FEED_POSTGRES_RUNS'] ?? 4), seedOf('FEED_SEED'), () => ({
  unitOfWork: new PostgresUnitOfWork(db, withoutJobs),
  readers: postgresReaders(db),
  copy: async () => new PostgresChangeFeed(await copies.next()),
}));
