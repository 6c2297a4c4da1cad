import { expect, test } from '@jest/globals';
import { RepeatedErrors } from '../../adapters/jobs/repeated-errors.js';

test('equal errors of all queues are told once in half a minute, with how many there were', () => {
  const told: [string, number][] = [];
  const errors = new RepeatedErrors(({ message }, repeated) => told.push([message, repeated]));
  const away = (queue: string) => new Error(`connect ECONNREFUSED (Queue: ${queue}, Worker: 1)`);
  for (const queue of ['notify', 'push', 'notify']) errors.add(away(queue), 0);
  errors.add(new Error('another'), 1);
  errors.add(away('push'), 29_999);
  errors.add(away('push'), 30_000);
  errors.add(new Error('another'), 60_001);
  errors.add(away('push'), 60_002);
  expect(told).toEqual([
    ['connect ECONNREFUSED (Queue: notify, Worker: 1)', 0],
    ['another', 0],
    ['connect ECONNREFUSED (Queue: push, Worker: 1)', 3],
    ['another', 0],
    ['connect ECONNREFUSED (Queue: push, Worker: 1)', 0],
  ]);
});
