import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import {
  InMemoryEventBus,
  InMemoryExclusiveLock,
  InMemoryRateLimiter,
} from '../../support/memory/shared/single-process.js';
import { createDatabase, type Database } from '../../../adapters/postgres/database.js';
import { PostgresEventBus } from '../../../adapters/postgres/listen-notify/event-bus.js';
import { PostgresExclusiveLock } from '../../../adapters/postgres/shared/exclusive-lock.js';
import { moveJobs, PostgresJobOutbox } from '../../../adapters/postgres/shared/job-outbox.js';
import { PostgresRateLimiter } from '../../../adapters/postgres/shared/rate-limiter.js';
import { PostgresUnitOfWork } from '../../../adapters/postgres/unit-of-work.js';
import { NOON } from '../../builders/instants.js';
import { createTestDatabase, query, type TestDatabase } from '../../support/database/test-database.js';
import { ReceivedEvents } from '../../support/received-events.js';
import type { Probe } from '../../support/probe-job.js';
import { QueueOnPostgres } from '../../support/queue-on-postgres.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { SettableClock } from '../../support/settable-clock.js';
import { aSignal } from '../../support/signal.js';
import { stallingProxy } from '../../support/stalling-proxy.js';
import { within } from '../../support/until.js';
import { eventBusContract } from './event-bus.contract.js';
import { exclusiveLockContract } from './exclusive-lock.contract.js';
import { jobQueueContract, type QueueUnderTest } from './job-queue.contract.js';
import { rateLimiterContract } from './rate-limiter.contract.js';

describe('coordination between processes', () => {
  describe('the exclusive lock', () => {
    describe('in memory', () => {
      const lock = new InMemoryExclusiveLock();
      exclusiveLockContract(() => [lock, lock]);
    });

    describe('on PostgreSQL, with separate lock objects instead of processes', () => {
      let database: TestDatabase;
      let pool: Database;
      let locks: readonly [PostgresExclusiveLock, PostgresExclusiveLock];
      beforeAll(async () => {
        database = await createTestDatabase();
        const { connectionString } = database;
        pool = createDatabase({ connectionString });
        locks = [
          new PostgresExclusiveLock({ connectionString }),
          new PostgresExclusiveLock({ connectionString, waitMs: 50 }),
        ];
      });
      afterAll(async () => {
        await Promise.all([pool.destroy(), ...locks.map((lock) => lock.close())]);
        await database.drop();
      });
      const connections = async (name: string) =>
        (await sql`select pid from pg_stat_activity where application_name = ${name}`.execute(pool)).rows
          .length;

      describe('with the usual time limit', () => {
        let patient: readonly [PostgresExclusiveLock, PostgresExclusiveLock];
        beforeAll(() => {
          const { connectionString } = database;
          patient = [
            new PostgresExclusiveLock({ connectionString }),
            new PostgresExclusiveLock({ connectionString }),
          ];
        });
        afterAll(() => Promise.all(patient.map((lock) => lock.close())));
        exclusiveLockContract(() => patient);
      });

      test.each([
        ['another process', 0],
        ['the same process', 1],
      ])(
        'rejects a request that waits too long for a lock of %s, but not the next request',
        async (_, holder) => {
          const [signal, holding] = [aSignal(), aSignal()];
          const impatient = locks[1];
          const first = (locks[holder] as PostgresExclusiveLock).hold(
            'a key',
            () => (holding.give(), signal.given),
          );
          await within(holding.given, 'the first holder has the lock');
          const refused = impatient.hold('a key', () => Promise.resolve());
          await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
          signal.give();
          await first;
          expect(await impatient.hold('a key', () => Promise.resolve('mine'))).toBe('mine');
        },
      );

      test('is released when the database connection of its holder is terminated', async () => {
        const { connectionString } = database;
        const dying = new PostgresExclusiveLock({ connectionString, applicationName: 'dying' });
        const [signal, holding] = [aSignal(), aSignal()];
        const held = dying.hold('a key', () => (holding.give(), signal.given));
        await within(holding.given, 'the first holder has the lock');
        await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'dying'`.execute(
          pool,
        );
        expect(await locks[0].hold('a key', () => Promise.resolve('mine'))).toBe('mine');
        signal.give();
        await expect(held).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        expect(await dying.hold('a key', () => Promise.resolve('again'))).toBe('again');
        await dying.close();
      });

      test('uses a new connection for the next lock if the server does not answer', async () => {
        const server = new URL(database.connectionString);
        const network = await stallingProxy({ host: server.hostname, port: Number(server.port) });
        server.host = `127.0.0.1:${network.port}`;
        const lock = new PostgresExclusiveLock({ connectionString: server.href, answerTimeoutMs: 2_000 });
        expect(await lock.hold('a key', () => Promise.resolve('mine'))).toBe('mine');
        network.stall();
        const refused = lock.hold('a key', () => Promise.resolve());
        await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        expect(await lock.hold('another key', () => Promise.resolve('mine'))).toBe('mine');
        await lock.close();
        network.close();
      });

      test('connects to the database only when the first lock is requested, and uses one connection for 30 locks', async () => {
        const { connectionString } = database;
        const lock = new PostgresExclusiveLock({ connectionString, applicationName: 'counted' });
        expect(await connections('counted')).toBe(0);
        const signal = aSignal();
        const begun = Array.from({ length: 30 }, () => aSignal());
        const held = begun.map((one, i) => lock.hold(`key ${i}`, () => (one.give(), signal.given)));
        await within(Promise.all(begun.map((one) => one.given)), 'all 30 locks are held');
        expect(await connections('counted')).toBe(1);
        signal.give();
        await Promise.all(held);
        await lock.close();
      });
    });
  });

  describe('the event bus', () => {
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
          bus.subscribe(new ReceivedEvents());
          await bus.listening();
        }
      });
      afterAll(async () => {
        await Promise.all([here.close(), elsewhere.close()]);
        await db.destroy();
        await database.drop();
      });

      eventBusContract(() => ({ here, elsewhere }));

      test('tells other processes about jobs, and the process itself nothing', async () => {
        const received = new ReceivedEvents();
        elsewhere.subscribe(received);
        const announced = aSignal();
        const heard: string[] = [];
        here.onJobs(() => heard.push('here'));
        elsewhere.onJobs(() => {
          heard.push('elsewhere');
          announced.give();
        });
        here.announceJobs();
        await within(announced.given, 'the other process is informed of the jobs');
        expect(heard).toEqual(['elsewhere']);
        expect(received.all).toEqual([]);
      });

      test('counts jobs as announced when the connection is open again, because the message may be lost', async () => {
        const reconnected = aSignal();
        here.onJobs(() => reconnected.give());
        await query(
          database,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'household-planner events'`,
        );
        await within(reconnected.given, 'jobs are announced after the connection was lost');
      });
    });
  });

  describe('the rate limiter', () => {
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

      test('does not store the e-mail address for which it counts attempts', async () => {
        await rateLimiter.hit('login:someone@example.org', 60_000);
        expect(JSON.stringify(await query(database, 'select * from rate_limits'))).not.toContain('someone');
      });
    });
  });
});

describe('job queues', () => {
  type Handler = (probe: Probe) => Promise<void> | void;

  describe('pg-boss', () => {
    let handler: Handler;
    let postgres: QueueOnPostgres;
    let queue: QueueUnderTest;

    beforeAll(async () => {
      postgres = await QueueOnPostgres.create(NOON);
      const jobs = await postgres.start((probe) => handler(probe));
      queue = {
        unitOfWork: postgres.unitOfWork(jobs),
        now: () => postgres.clock.now(),
        advance: (milliseconds) => postgres.advance(milliseconds),
        handle: (next) => void (handler = next),
      };
    });
    afterAll(() => postgres.close());
    jobQueueContract(() => queue);
  });

  describe('pg-boss behind an outbox', () => {
    let handler: Handler;
    let postgres: QueueOnPostgres;
    let queue: QueueUnderTest;

    beforeAll(async () => {
      postgres = await QueueOnPostgres.create(NOON);
      const jobs = await postgres.start((probe) => handler(probe));
      const waiting = async () => (await postgres.query('select 1 from job_outbox')).length > 0;
      const move = async (): Promise<void> => {
        while (await moveJobs(postgres.db, jobs.queue()));
      };
      queue = {
        unitOfWork: new PostgresUnitOfWork(postgres.db, (transaction) => new PostgresJobOutbox(transaction)),
        now: () => postgres.clock.now(),
        advance: async (milliseconds) => {
          await move();
          await postgres.advance(milliseconds);
          if (await waiting()) await queue.advance(0);
        },
        handle: (next) => void (handler = next),
      };
    });
    afterAll(() => postgres.close());
    jobQueueContract(() => queue);
  });
});
