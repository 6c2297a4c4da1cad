import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import type { Api } from '../support/api.js';
import { sampled } from '../support/tier.js';
import { mirrorsOfThisFile, type MirrorWorld } from './mirror-world.js';

const SWEEP = 'sweep-household-calendar';
const beginMirror = mirrorsOfThisFile();

describe('a household with a linked calendar', () => {
  let world: MirrorWorld;
  let ben: Api;
  let mine: { task: string; done: string; dates: readonly string[]; series: string; trashed: string };
  let shared: { task: string; series: string; dates: readonly string[] };

  const send = async (
    method: 'post' | 'patch' | 'delete',
    path: string,
    body?: object,
  ): Promise<Response> => {
    const answer =
      method === 'delete'
        ? await world.browser.delete(`${world.home}${path}`)
        : await world.browser[method](`${world.home}${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const create = async (fields: object) =>
    (await send('post', '/tasks', { title: 'Diary', date: '2026-11-25', ...fields })).body as {
      id: string;
      seriesId: string;
    };
  const patch = async (id: string, fields: object, scope = 'this') => {
    const { version } = await world.show(id);
    return send('patch', `/occurrences/${id}?scope=${scope}`, { version, ...fields });
  };
  const datesOf = async (series: string) => {
    const { body } = await world.browser.get(`${world.home}/occurrences?limit=500`);
    return (body as { id: string; seriesId: string | null; date: string }[])
      .filter(({ seriesId }) => seriesId === series)
      .sort((one, other) => one.date.localeCompare(other.date))
      .map(({ id }) => id);
  };
  const daily = { recurrence: { frequency: 'daily', count: 8 } };
  const secret = { visibility: 'PERSONAL' };

  beforeAll(async () => {
    world = await beginMirror();
    const other = await world.service.api.register({ displayName: 'Ben' });
    await world.service.join(world.home, other.id);
    ben = other.api;
    await world.link();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    const series = (await create({ ...daily, ...secret })).seriesId;
    const { id: trashed } = await create(secret);
    const { id: done } = await create(secret);
    await send('post', `/occurrences/${done}/complete`);
    await send('delete', `/occurrences/${trashed}`);
    mine = { task: (await create(secret)).id, done, series, dates: await datesOf(series), trashed };
    const ours = (await create({ title: 'Bins', ...daily })).seriesId;
    shared = { task: await world.task(), series: ours, dates: await datesOf(ours) };
    await world.service.performJobs();
    await world.sweep();
    // The clock advances so that a second sweep would show another time. It advances by little, because Ben's
    // token is valid for 15 minutes.
    await world.later(1_000);
  });

  /** Returns the answers to Ben's requests by route, with their validators. */
  async function everythingBenReads(): Promise<Record<string, unknown>> {
    const routes = world.service.routes.filter(
      ({ method, path }) =>
        method === 'get' &&
        /^\/v1\/households\/\{householdId\}(\/[a-z-]+)*$/.test(path) &&
        !/\/(events|available|search)$/.test(path),
    );
    const read: Record<string, unknown> = {};
    for (const { path } of routes) {
      const { status, text, headers } = await ben.get(
        path.replace('/v1/households/{householdId}', world.home),
      );
      read[path] = [status, text, headers['etag'], headers['last-modified']];
    }
    return read;
  }

  const PRIVATE_ACTS: Readonly<Record<string, () => Promise<unknown>>> = {
    'creating a task': () => create(secret),
    'creating a series': () => create({ ...daily, ...secret }),
    'creating a task from a sentence': () =>
      send('post', '/tasks/quick', { text: 'call the doctor tomorrow !private' }),
    'editing a task': () => patch(mine.task, { title: 'Letter', date: '2026-11-27' }),
    'completing a task': () => send('post', `/occurrences/${mine.task}/complete`),
    'reopening a task': () => send('post', `/occurrences/${mine.done}/reopen`),
    'skipping a task': () => send('post', `/occurrences/${mine.task}/skip`),
    'adding a checklist item': () => send('post', `/occurrences/${mine.task}/checklist`, { title: 'One' }),
    'deleting a task': () => send('delete', `/occurrences/${mine.task}`),
    'restoring a task': () => send('post', `/occurrences/${mine.trashed}/restore`),
    'editing one date': () => patch(mine.dates[2]!, { title: 'Letter' }),
    'editing from a date on': () => patch(mine.dates[2]!, { title: 'Letter' }, 'following'),
    'editing all dates': () => patch(mine.dates[0]!, { title: 'Letter' }, 'all'),
    'deleting from a date on': () => send('delete', `/occurrences/${mine.dates[3]}?scope=following`),
    'deleting a series': () => send('delete', `/series/${mine.series}`),
    'making a task repeat': () => patch(mine.task, daily),
    'pausing a series': () =>
      send('post', '/pauses', {
        from: '2026-11-26',
        to: '2026-11-27',
        mode: 'skip',
        seriesIds: [mine.series],
      }),
    'undoing an edit': async () => {
      const { headers } = await patch(mine.task, { title: 'Letter' });
      await send('post', `/operations/${String(headers['operation-id'])}/undo`);
    },
    'sending a command': async () => {
      const at = new Date(world.clock.now()).toISOString();
      const command = { id: randomUUID(), type: 'occurrence.complete', at, occurrenceId: mine.task };
      const { body } = await send('post', '/commands', { sentAt: at, commands: [command] });
      expect(body.results).toMatchObject([{ status: 'DONE' }]);
    },
  };

  test.each(sampled(Object.keys(PRIVATE_ACTS), 12))(
    'queues no sweep and shows nothing new to other members after %s, if the task or series is PERSONAL',
    async (name) => {
      const before = await everythingBenReads();
      await PRIVATE_ACTS[name]!();
      expect(await world.service.performJobs()).not.toContain(SWEEP);
      expect(await everythingBenReads()).toEqual(before);
    },
  );

  test('shows nothing new to other members after the completion of a task that was published and then became personal', async () => {
    await patch(shared.task, secret);
    await world.service.performJobs();
    await world.sweep();
    await world.later(1_000);
    const before = await everythingBenReads();
    await send('post', `/occurrences/${shared.task}/complete`);
    await world.service.performJobs();
    expect(await everythingBenReads()).toEqual(before);
  });

  const PUBLIC_ACTS: Readonly<Record<string, () => Promise<unknown>>> = {
    'hiding a task': () => patch(shared.task, secret),
    'sharing a task': () => patch(mine.task, { visibility: 'SHARED' }),
    'hiding a series': () => patch(shared.dates[0]!, secret, 'all'),
    'hiding a series from a date on': () => patch(shared.dates[2]!, secret, 'following'),
    'sharing a series': () => patch(mine.dates[0]!, { visibility: 'SHARED' }, 'all'),
    'editing a shared task': () => patch(shared.task, { title: 'Paper' }),
  };

  test.each(sampled(Object.keys(PUBLIC_ACTS), 4))('queues a sweep after %s', async (name) => {
    await PUBLIC_ACTS[name]!();
    expect(await world.service.performJobs()).toContain(SWEEP);
    const { body } = await ben.get(`${world.home}/calendar/link`);
    expect(body.lastSyncedAt).toBe(new Date(world.clock.now()).toISOString());
  });
});
