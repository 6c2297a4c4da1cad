import { describe, expect, test } from '@jest/globals';
import { DiskWatch } from '../../adapters/disk/disk-watch.js';

const MB = 1_048_576;

describe('the disk watch', () => {
  test('says that the disk is full below 128 MB, and no more when there is room again', async () => {
    let free = 129 * MB;
    const watch = new DiskWatch({ folder: '/data', freeBytes: () => Promise.resolve(free) });
    const states: boolean[] = [];
    for (free of [129 * MB, 127 * MB, 200 * MB]) {
      await watch.look();
      states.push(watch.isFull());
    }
    expect(states).toEqual([false, true, false]);
  });

  test('takes a file system that does not tell for one with room', async () => {
    const watch = new DiskWatch({ folder: '/data', freeBytes: () => Promise.reject(new Error('ENOSYS')) });
    await watch.look();
    expect(watch.isFull()).toBe(false);
  });

  test('says so after PostgreSQL has failed to write, also where the disk is elsewhere', () => {
    const watch = new DiskWatch({ folder: null });
    expect(watch.isFull()).toBe(false);
    watch.failed();
    expect(watch.isFull()).toBe(true);
  });
});
