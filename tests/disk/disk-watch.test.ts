import { describe, expect, test } from '@jest/globals';
import { DiskWatch } from '../../adapters/disk/disk-watch.js';

const MB = 1_048_576;

describe('DiskWatch', () => {
  test('reports a full disk below 128 MB of free space, until more space is free again', async () => {
    let free = 129 * MB;
    const watch = new DiskWatch({ folder: '/data', freeBytes: () => Promise.resolve(free) });
    const states: boolean[] = [];
    for (free of [129 * MB, 127 * MB, 200 * MB]) {
      await watch.look();
      states.push(watch.isFull());
    }
    expect(states).toEqual([false, true, false]);
  });

  test('reports no full disk if the file system does not report its free space', async () => {
    const watch = new DiskWatch({ folder: '/data', freeBytes: () => Promise.reject(new Error('ENOSYS')) });
    await watch.look();
    expect(watch.isFull()).toBe(false);
  });

  test('reports a full disk after PostgreSQL has failed to write, even without a folder to watch', () => {
    const watch = new DiskWatch({ folder: null });
    expect(watch.isFull()).toBe(false);
    watch.failed();
    expect(watch.isFull()).toBe(true);
  });
});
