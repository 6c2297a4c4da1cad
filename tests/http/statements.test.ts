import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { VIEWS } from '../../domain/tasks/views.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let api: Api;
let home: string;
let id: string;
let me: string;
let ben: string;
let category: string;

beforeAll(async () => {
  service = await startService();
  ({ api, id: me } = await service.api.register());
  home = await api.household();
  ben = (await service.api.register()).id;
  await service.join(home, ben);
  category = (await api.post(`${home}/categories`, { name: 'Kitchen' })).body.id;
  id = (await api.post(`${home}/tasks`, { title: 'x' })).body.id;
});
afterAll(() => service.close());

/**
 * What each statement begins with, by which they are told apart; but for what other processes are told, which waits
 * for nobody and nobody waits for.
 */
async function kindsOf(work: () => Promise<Response>, status: number) {
  let answered = 0;
  const statements = await service.statementsOf(async () => {
    answered = (await work()).status;
  });
  expect(answered).toBe(status);
  return statements
    .filter((text) => !text.includes('pg_notify'))
    .map((text) => text.trim().split(/\s+/)[0]?.toLowerCase());
}

const ASKING = 'select';

describe('a list is one statement for who is asking and one for the rows, in no transaction', () => {
  const FILTERS = [
    ...['from=2026-11-01', 'to=2026-11-30', 'q=x', 'limit=1', 'limit=500'],
    ...['assignee=me', 'assignee=unassigned', 'assignee=together', 'assignee=<member>'],
    ...['categoryId=<category>', 'priority=HIGH', 'status=TODO', 'visibility=PERSONAL'],
  ];
  const ALL = `from=2026-11-01&to=2026-11-30&assignee=me&categoryId=<category>&priority=HIGH&status=TODO&visibility=SHARED&q=x`;
  const list = (query: string) =>
    api.get(`${home}/occurrences?${query.replace('<member>', ben).replace('<category>', category)}`);

  test.each([
    '',
    ...VIEWS.map((view) => `view=${view}`),
    ...FILTERS,
    ...VIEWS.map((view) => `view=${view}&${ALL}`),
  ])('?%s', async (query) => {
    expect(await kindsOf(() => list(query), 200)).toEqual([ASKING, 'select']);
  });

  test.each(['all', 'done'])('the next page of %s', async (view) => {
    for (let i = 0; i < 2; i++) {
      const { body } = await api.post(`${home}/tasks`, { title: 'x' });
      await api.post(`${home}/occurrences/${body.id}/complete`);
    }
    const { headers } = await list(`view=${view}&limit=1`);
    const next = /<[^>]*\?([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '';
    expect(next).toContain('cursor=');
    expect(await kindsOf(() => list(next), 200)).toEqual([ASKING, 'select']);
  });

  test('the trash', async () => {
    expect(await kindsOf(() => api.get(`${home}/trash`), 200)).toEqual([ASKING, 'select']);
  });
});

describe('a create is one transaction', () => {
  const weekly = { date: '2026-11-25', recurrence: { frequency: 'weekly' } };
  const [MEMBERS, CATEGORIES] = ['select', 'select'];
  const [TASK, NEW_CATEGORY, ACTIVITY, JOB] = ['with', 'insert', 'insert', 'insert'];
  // Whether a calendar follows is read where it matters: it may have been linked since the request was let in.
  const LINK = 'select';
  // The reservation stands outside: others must see it while the work is being done. The answer commits with the work.
  const [RESERVATION, ANSWER] = ['insert', 'update'];
  const newNames = ['garden', 'cellar'];

  type Row = readonly [name: string, path: string, body: () => object, work: string[], jobs?: string[]];
  const rows: readonly Row[] = [
    ['of a title', 'tasks', () => ({ title: 'y' }), [TASK]],
    [
      'with all that a task may have',
      'tasks',
      () => ({
        ...{ title: 'y', notes: 'n', visibility: 'SHARED', priority: 'HIGH' },
        ...{ date: '2026-11-25', time: '18:00', durationMinutes: 30, reminders: [10, 60] },
        ...{ categoryId: category, responsibleMemberIds: [me, ben], checklist: [{ title: 'a' }] },
      }),
      [MEMBERS, TASK],
      // Ben is told.
      [JOB],
    ],
    ['of a series', 'tasks', () => ({ title: 'y', ...weekly }), [MEMBERS, TASK]],
    [
      'of a sentence',
      'tasks/quick',
      () => ({ text: 'Bins tomorrow 7pm #Kitchen' }),
      [MEMBERS, CATEGORIES, TASK],
    ],
    [
      'of a sentence with a new category',
      'tasks/quick',
      () => ({ text: `Bins tomorrow #${newNames.pop()}` }),
      [MEMBERS, CATEGORIES, NEW_CATEGORY, TASK],
    ],
    [
      'of a sentence that repeats',
      'tasks/quick',
      () => ({ text: 'Bins every monday' }),
      // Those of the sentence, and then those whose turns are planned.
      [MEMBERS, CATEGORIES, MEMBERS, TASK],
    ],
  ];

  test.each(rows)('%s', async (_name, path, body, work, jobs = []) => {
    const create = () => api.post(`${home}/${path}`, body());
    expect(await kindsOf(create, 201)).toEqual([ASKING, 'begin', ...work, ACTIVITY, ...jobs, LINK, 'commit']);
  });

  test.each(rows)('with an Idempotency-Key, %s', async (_name, path, body, work, jobs = []) => {
    const [key, said] = [{ 'idempotency-key': randomUUID() }, body()];
    const create = () => api.post(`${home}/${path}`, said, key);
    expect(await kindsOf(create, 201)).toEqual([
      ...[ASKING, RESERVATION, 'begin', ...work, ANSWER, ACTIVITY, ...jobs, LINK, 'commit'],
    ]);
    // What was answered is looked up, and nothing is begun.
    expect(await kindsOf(create, 201)).toEqual([ASKING, RESERVATION, 'select']);
  });
});

test.each([
  ['get', () => api.get(`${home}/occurrences/${id}`), ['select']],
  [
    'complete',
    () => api.post(`${home}/occurrences/${id}/complete`),
    // The locks, and with them the occurrence; the change; the activity; swaps that end.
    ['begin', 'with', 'update', 'insert', 'with', 'select', 'commit'],
  ],
])('a %s is so many statements', async (_name, work, expected) => {
  expect(await kindsOf(work, 200)).toEqual([ASKING, ...expected]);
});
