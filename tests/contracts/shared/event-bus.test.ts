import { afterAll, beforeAll, describe } from '@jest/globals';
import { InMemoryEventBus } from '../../../adapters/memory/shared/single-process.js';
import { createDatabase, type Database } from '../../../adapters/postgres/database.js';
import { PostgresEventBus } from '../../../adapters/postgres/listen-notify/event-bus.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { HeardEvents } from '../../support/heard-events.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { eventBusContract } from './event-bus.contract.js';

describe('in memory', () => {
  const bus = new InMemoryEventBus();
  eventBusContract(() => ({ here: bus, elsewhere: bus }));
});

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let db: Database;
  let here: PostgresEventBus;
  let elsewhere: PostgresEventBus;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { connectionString } = database;
    db = createDatabase({ connectionString });
    const aBus = () => new PostgresEventBus({ db, connectionString, logger: new RecordingLogger() });
    [here, elsewhere] = [aBus(), aBus()];
    for (const bus of [here, elsewhere]) {
      bus.subscribe(new HeardEvents());
      await bus.listening();
    }
  });
  afterAll(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
    await db.destroy();
    await database.drop();
  });

  eventBusContract(() => ({ here, elsewhere }));
});
