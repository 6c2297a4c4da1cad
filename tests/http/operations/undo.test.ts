import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { home } from '../households/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

let api: Api;
let path: string;
beforeEach(async () => {
  const found = await home(service.api);
  [api, path] = [found.owner.api, found.path];
});

const create = async (body: object): Promise<any> => (await api.post(`${path}/tasks`, body)).body;
const shown = async (): Promise<any[]> => (await api.get(`${path}/occurrences?limit=500`)).body;
/** But for what counts changes. */
const settled = async () =>
  (await shown()).map((row) => ({ ...row, version: null, syncVersion: null, updatedAt: null }));
const undo = (operationId: string) => api.post(`${path}/operations/${operationId}/undo`);

test('a task that has begun to repeat is one of its own again', async () => {
  const task = await create({ title: 'Bins', date: '2026-11-25' });
  const before = await settled();
  const edit = { version: 1, recurrence: { frequency: 'weekly' } };
  const begun = await api.patch(`${path}/occurrences/${task.id}`, edit);
  expect((await shown()).length).toBeGreaterThan(3);
  const undone = await undo(begun.headers['operation-id']!);
  expect([undone.status, await settled()]).toEqual([200, before]);
  expect((await api.get(`${path}/series`)).body).toEqual([]);
});

test('what was split off with a date that somebody had moved goes back to where it was', async () => {
  await create({ title: 'Bins', date: '2026-11-24', recurrence: { frequency: 'weekly' } });
  const [, second, third] = await shown();
  await api.patch(`${path}/occurrences/${third.id}`, { version: 1, date: '2026-12-09' });
  const before = await settled();
  const edit = { version: 1, title: 'Glass' };
  const split = await api.patch(`${path}/occurrences/${second.id}?scope=following`, edit);
  expect(new Set((await shown()).map(({ seriesId }) => seriesId)).size).toBe(2);
  const undone = await undo(split.headers['operation-id']!);
  expect([undone.status, await settled()]).toEqual([200, before]);
});
