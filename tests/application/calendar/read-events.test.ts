import { expect, test } from '@jest/globals';
import type { MirrorRun } from '../../../application/calendar/mirror/mirror-run.js';
import { readRemoteEvents } from '../../../application/calendar/mirror/read-events.js';

test('reading the events of a calendar stops with an error after 1,000 pages', async () => {
  let pages = 0;
  const run = {
    household: { id: 'home' },
    call: () => {
      pages += 1;
      return Promise.resolve({ kind: 'page', events: [], nextPage: 'more', date: 0 });
    },
  } as unknown as MirrorRun;
  const query = { from: 0, to: 1 } as unknown as Parameters<typeof readRemoteEvents>[1];
  await expect(readRemoteEvents(run, query)).rejects.toThrow('after 1000 pages');
  expect(pages).toBe(1_000);
});
