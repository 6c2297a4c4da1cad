import { afterAll, beforeAll, describe } from '@jest/globals';
import { moveJobs, PostgresJobOutbox } from '../../../adapters/postgres/shared/job-outbox.js';
import { PostgresUnitOfWork } from '../../../adapters/postgres/unit-of-work.js';
import { NOON } from '../../builders/instants.js';
import type { Probe } from '../../support/probe-job.js';
import { QueueOnPostgres } from '../../support/queue-on-postgres.js';
import { jobQueueContract, type QueueUnderTest } from './job-queue.contract.js';

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
