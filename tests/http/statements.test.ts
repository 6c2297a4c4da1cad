import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let api: Api;
let home: string;
let id: string;

beforeAll(async () => {
  service = await startService();
  api = (await service.api.register()).api;
  home = await api.household();
  id = (await api.post(`${home}/tasks`, { title: 'x' })).body.id;
});
afterAll(() => service.close());

/**
 * What each statement begins with, by which they are told apart; but for what other processes are told, which waits
 * for nobody and nobody waits for.
 */
const kinds = async (work: () => Promise<unknown>) =>
  (await service.statementsOf(work))
    .filter((text) => !text.includes('pg_notify'))
    .map((text) => text.trim().split(/\s+/)[0]?.toLowerCase());

test.each([
  ['list', () => api.get(`${home}/occurrences?view=upcoming&assignee=me&q=x`), ['select', 'select']],
  ['get', () => api.get(`${home}/occurrences/${id}`), ['select', 'select']],
  [
    'create',
    () => api.post(`${home}/tasks`, { title: 'y' }),
    ['select', 'begin', 'with', 'insert', 'commit'],
  ],
  [
    'complete',
    () => api.post(`${home}/occurrences/${id}/complete`),
    ['select', 'begin', 'select', 'update', 'insert', 'commit'],
  ],
])(
  'a %s is so many statements: one for who is asking, and those for the work',
  async (_name, work, expected) => {
    expect(await kinds(work)).toEqual(expected);
  },
);
