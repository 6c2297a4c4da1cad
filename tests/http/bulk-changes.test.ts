import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Response } from 'supertest';
import type { Api } from '../support/api.js';
import { waitsFor } from '../support/database/lock-waits.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

let service: TestService;
let api: Api;
let home: string;
/** An occurrence of a series with more than 500 open occurrences, and its series. */
let often: { readonly id: string; readonly seriesId: string };
/** An occurrence in the trash. */
let deletedId: string;

beforeAll(async () => {
  // An account may have no other change of a whole household beside the one that runs.
  service = await startService({ bulkLimits: { accountCost: 0 } });
  ({ api } = await service.api.register());
  home = await api.household();
  const times = Array.from({ length: 8 }, (_, i) => `1${i}:00`);
  const created = await api.post(`${home}/tasks`, {
    ...{ title: 'Plants', date: '2026-11-22', recurrence: { frequency: 'daily', times } },
  });
  often = { id: created.body.id, seriesId: created.body.seriesId };
  deletedId = (await api.post(`${home}/tasks`, { title: 'Deleted' })).body.id;
  await api.delete(`${home}/occurrences/${deletedId}`);
});
afterAll(() => service.close());

/**
 * Sends two requests while no request can read series, so that neither is finished before the other has arrived. Returns
 * their statuses, sorted.
 */
async function sendTogether(send: () => Promise<Response>): Promise<readonly number[]> {
  const client = new pg.Client({ connectionString: service.connectionString });
  await client.connect();
  try {
    await client.query('begin; lock table series in access exclusive mode');
    const answers = [send(), send()];
    await Promise.race([...answers, waitUntilBlocked(client, 2)]);
    await client.query('commit');
    return (await Promise.all(answers)).map(({ status }) => status).toSorted();
  } finally {
    await client.end();
  }
}

/** Returns when this many transactions wait for the lock. */
async function waitUntilBlocked(client: pg.Client, count: number): Promise<void> {
  await until(
    async () => (await client.query(waitsFor('series'))).rows.length >= count,
    `${count} transactions wait for the lock on the table series`,
  );
}

const previewOccurrence = (scope: string) =>
  api.post(`${home}/occurrences/${often.id}/preview?scope=${scope}`, { title: 'Flowers' });

describe('two simultaneous requests of one account', () => {
  test.each<[string, () => Promise<Response>]>([
    ['the preview of an edit with scope all', () => previewOccurrence('all')],
    [
      'the preview of an edit of a series',
      () => api.post(`${home}/series/${often.seriesId}/preview`, { title: 'Flowers' }),
    ],
    [
      'a command with scope following',
      () => {
        const at = new Date(service.clock.now()).toISOString();
        const command = { type: 'occurrence.set', occurrenceId: often.id, scope: 'following', version: 1 };
        const set = { title: 'Flowers' };
        const commands = [{ id: randomUUID(), at, ...command, set, base: { title: 'Plants' } }];
        return api.post(`${home}/commands`, { sentAt: at, commands });
      },
    ],
  ])(
    'for a long series run one at a time because of their cost, and the second gets 429: %s',
    async (_name, send) => {
      expect(await sendTogether(send)).toEqual([200, 429]);
    },
  );

  test('for a single occurrence never get 429, if they are previews or if they restore the occurrence', async () => {
    expect(await sendTogether(() => previewOccurrence('this'))).toEqual([200, 200]);
    // The second one finds the occurrence restored.
    const restore = () => api.post(`${home}/occurrences/${deletedId}/restore`);
    expect(await sendTogether(restore)).toEqual([200, 409]);
  });
});
