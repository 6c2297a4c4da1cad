import { beforeEach, describe, expect, test } from '@jest/globals';
import { PermanentJobError } from '../../../application/shared/job-handlers.js';
import type { JobQueue } from '../../../application/shared/job-queue.js';
import type { Transactions } from '../../../application/shared/transactions.js';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { aProbe, enqueuePayload, enqueueProbe, type Probe } from '../../support/probe-job.js';
import { times } from '../persistence.js';

/**
 * One implementation of the queue, with a worker for probe jobs and a clock that moves only if the test
 * advances it.
 */
export type QueueUnderTest = {
  readonly unitOfWork: Transactions<StoreScope>;
  now(): Instant;
  /** Advances the clock, and resolves when all due jobs have been handled. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the handler of probe jobs. */
  handle(handler: (probe: Probe) => Promise<void> | void): void;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The contract of a job queue together with its worker. */
export function jobQueueContract(queue: () => QueueUnderTest): void {
  let handled: string[];
  beforeEach(() => {
    handled = [];
    queue().handle(({ label }) => void handled.push(label));
  });

  const add = (work: (jobs: JobQueue) => Promise<unknown>) =>
    queue().unitOfWork.run(({ jobs }) => work(jobs));
  const due = () => queue().advance(0);

  describe('a job', () => {
    test('runs once its unit of work has committed, and not before', async () => {
      await add(async (jobs) => {
        await enqueueProbe(jobs, 'a');
        await due();
        expect(handled).toEqual([]);
      });
      await due();
      expect(handled).toEqual(['a']);
      await queue().advance(HOUR);
      expect(handled).toEqual(['a']);
    });

    test('is not queued if its unit of work fails', async () => {
      const run = add(async (jobs) => {
        await enqueueProbe(jobs, 'lost');
        throw new Error('no');
      });
      await expect(run).rejects.toThrow('no');
      await add((jobs) => enqueueProbe(jobs, 'kept'));
      await due();
      expect(handled).toEqual(['kept']);
    });

    test('gets its payload as it was when the job was added, even if the object is changed afterwards', async () => {
      const received: Probe[] = [];
      queue().handle((probe) => void received.push(probe));
      await add(async (jobs) => {
        const payload = aProbe('as added');
        await enqueuePayload(jobs, payload);
        payload.label = 'changed';
        payload.members.push('eve');
      });
      await due();
      expect(received).toEqual([aProbe('as added')]);
    });

    test('does not run before its start time', async () => {
      await add((jobs) => enqueueProbe(jobs, 'later', { startAfter: queue().now() + HOUR }));
      await add((jobs) => enqueueProbe(jobs, 'overdue', { startAfter: queue().now() - HOUR }));
      await due();
      expect(handled).toEqual(['overdue']);
      await queue().advance(HOUR - MINUTE);
      expect(handled).toEqual(['overdue']);
      await queue().advance(2 * MINUTE);
      expect(handled).toEqual(['overdue', 'later']);
    });

    test('without a key does not replace other jobs', async () => {
      await add((jobs) => Promise.all(times(5, (i) => enqueueProbe(jobs, String(i)))));
      await due();
      expect(handled.toSorted()).toEqual(['0', '1', '2', '3', '4']);
    });
  });

  describe('a job with a key', () => {
    const keyed = { singletonKey: 'series-1' };

    test('is dropped while another job with the same key is waiting', async () => {
      await add((jobs) => enqueueProbe(jobs, 'first', keyed));
      await add(async (jobs) => {
        await enqueueProbe(jobs, 'second', keyed);
        await enqueueProbe(jobs, 'third', keyed);
        await enqueueProbe(jobs, 'of another key', { singletonKey: 'series-2' });
      });
      await due();
      expect(handled.toSorted()).toEqual(['first', 'of another key']);
    });

    test('is queued if the previous job with this key is done', async () => {
      for (const label of ['first', 'second']) {
        await add((jobs) => enqueueProbe(jobs, label, keyed));
        await due();
      }
      expect(handled).toEqual(['first', 'second']);
    });

    test('is queued if the previous job with this key has started', async () => {
      queue().handle(async ({ label }) => {
        handled.push(label);
        if (label === 'first') await add((jobs) => enqueueProbe(jobs, 'second', keyed));
      });
      await add((jobs) => enqueueProbe(jobs, 'first', keyed));
      await due();
      expect(handled).toEqual(['first', 'second']);
    });

    test('does not reserve the key if its unit of work fails', async () => {
      await expect(
        add(async (jobs) => {
          await enqueueProbe(jobs, 'lost', keyed);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await add((jobs) => enqueueProbe(jobs, 'kept', keyed));
      await due();
      expect(handled).toEqual(['kept']);
    });

    test('that is dropped makes the waiting job run after the unit of work that added the dropped job has committed', async () => {
      const committed: string[] = [];
      const seen: string[][] = [];
      queue().handle(() => void seen.push([...committed]));
      await add((jobs) => enqueueProbe(jobs, 'first', keyed));
      await add(async (jobs) => {
        await enqueueProbe(jobs, 'second', keyed);
        await due();
      });
      committed.push('second');
      await due();
      expect(seen.at(-1)).toEqual(['second']);
    });
  });

  describe('a job that fails', () => {
    test('is retried after pauses, a limited number of times', async () => {
      const starts: Instant[] = [];
      queue().handle(() => {
        starts.push(queue().now());
        throw new Error('try again');
      });
      await add((jobs) => enqueueProbe(jobs, 'bad'));
      await due();
      expect(starts).toHaveLength(1);
      await due();
      expect(starts).toHaveLength(1);
      for (let i = 0; i < 30; i++) await queue().advance(2 * HOUR);
      expect(starts.length).toBeGreaterThan(2);
      const tries = starts.length;
      await queue().advance(24 * HOUR);
      expect(starts).toHaveLength(tries);
    });

    test('gets the same payload at every attempt, and is done when an attempt succeeds', async () => {
      const received: Probe[] = [];
      queue().handle((probe) => {
        received.push(structuredClone(probe));
        probe.members.length = 0;
        if (received.length === 1) throw new Error('try again');
      });
      await add((jobs) => enqueueProbe(jobs, 'twice'));
      await due();
      await queue().advance(HOUR);
      await queue().advance(24 * HOUR);
      expect(received).toEqual([aProbe('twice'), aProbe('twice')]);
    });

    test('permanently is not retried', async () => {
      queue().handle(({ label }) => {
        handled.push(label);
        throw new PermanentJobError('never');
      });
      await add((jobs) => enqueueProbe(jobs, 'bad'));
      await due();
      await queue().advance(24 * HOUR);
      expect(handled).toEqual(['bad']);
    });

    test('does not delay other jobs', async () => {
      queue().handle(({ label }) => {
        if (label === 'bad') throw new Error('try again');
        handled.push(label);
      });
      await add(async (jobs) => {
        await enqueueProbe(jobs, 'bad');
        await enqueueProbe(jobs, 'good');
      });
      await due();
      expect(handled).toEqual(['good']);
      queue().handle(() => undefined);
      await queue().advance(24 * HOUR);
    });
  });
}
