import { expect, test } from '@jest/globals';
import type { ExclusiveLock } from '../../../application/shared/ports.js';
import { aSignal } from '../../support/signal.js';
import { times } from '../persistence.js';

/** `locks` returns two lock objects that share only their storage, like those of two processes. */
export function exclusiveLockContract(locks: () => readonly [ExclusiveLock, ExclusiveLock]): void {
  test('an exclusive lock never runs two pieces of work with the same key at the same time', async () => {
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    };
    const [one, other] = locks();
    await Promise.all(times(4, (i) => (i % 2 === 0 ? one : other).hold('a key', work)));
    expect(most).toBe(1);
  });

  test('an exclusive lock does not delay work with another key', async () => {
    const [one, other] = locks();
    const signal = aSignal();
    const first = one.hold('a key', () => signal.given);
    expect(await other.hold('another key', () => Promise.resolve('done'))).toBe('done');
    signal.give();
    await first;
  });

  test('an exclusive lock returns the result or error of the work, and is released', async () => {
    const [one, other] = locks();
    await expect(one.hold('a key', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await other.hold('a key', () => Promise.resolve(7))).toBe(7);
  });
}
