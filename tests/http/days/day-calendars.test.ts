import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let api: Api;
let home: string;
let calendars: string;

beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
  home = await api.household();
  calendars = `${home}/day-calendars`;
});
afterAll(() => service.close());

const put = (calendar: string, days: unknown) => api.call('PUT', `${calendar}/days`, { body: days });
const BY_HAND = { source: 'MANUAL', url: null, fetchedAt: null, nextFetchAt: null, error: null };
const christmas = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };
const school = { from: '2026-12-19', to: '2027-01-03', name: 'Vacances de Noël' };

test('days that are different are kept, shown in order for 400 days, replaced and deleted', async () => {
  const past = { from: '2026-11-01', name: 'Toussaint' };
  const far = { from: '2028-01-01', name: 'Far' };
  const created = await api.post(calendars, {
    name: 'Holidays',
    days: [christmas, past, { from: christmas.from, name: christmas.name }, far],
    ignored: [' Ascension '],
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: created.body.id,
    name: 'Holidays',
    ignored: ['Ascension'],
    days: [christmas],
    ...BY_HAND,
  });
  const one = `${calendars}/${created.body.id as string}`;
  expect((await api.patch(one, { name: 'School' })).body).toMatchObject({
    name: 'School',
    days: [christmas],
  });
  expect((await put(one, [school])).body).toMatchObject({ name: 'School', days: [school] });
  expect((await api.get(calendars)).body).toEqual([
    { id: created.body.id, name: 'School', ignored: ['Ascension'], days: [school], ...BY_HAND },
  ]);
  expect((await api.delete(one)).status).toBe(204);
  expect((await api.get(calendars)).body).toEqual([]);
  expect((await api.delete(one)).status).toBe(404);
  expect((await put(one, [])).status).toBe(404);
});

test.each([
  ['ends before it begins', [{ from: '2026-12-25', to: '2026-12-24', name: 'x' }], '0.to'],
  ['lasts longer than a year', [christmas, { from: '2026-01-01', to: '2027-01-02', name: 'x' }], '1.to'],
  ['has no name', [{ from: '2026-12-25', name: ' ' }], '0.name'],
  ['is on no date', [{ from: '2026-02-30', name: 'x' }], '0.from'],
])('a day that %s is refused and changes nothing', async (_case, days, field) => {
  const { body } = await api.post(calendars, { name: 'Kept', days: [christmas] });
  const one = `${calendars}/${body.id as string}`;
  const refused = await put(one, days);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(refused.body.error.details[0].field).toBe(field);
  expect((await api.get(calendars)).body).toEqual([{ ...body, days: [christmas] }]);
  await api.delete(one);
});

test('names that count as any other day are names, and not too many', async () => {
  for (const ignored of [['x'.repeat(81)], [''], [7], Array.from({ length: 101 }, () => 'x')])
    expect((await api.post(calendars, { name: 'x', ignored })).status).toBe(400);
  expect((await api.get(calendars)).body).toEqual([]);
});

test('each change is told, comes in the feed and is taken back', async () => {
  const { cursor } = await readAll();
  const created = await api.post(calendars, { name: 'Tip', days: [christmas] });
  const { id } = created.body as { id: string };
  const told = await api.get(`${home}/changes?since=${cursor}`);
  expect(told.body.changed.dayCalendars).toEqual([created.body]);

  const deleted = await api.delete(`${calendars}/${id}`);
  const undone = await api.post(`${home}/operations/${String(deleted.headers['operation-id'])}/undo`);
  expect(undone.status).toBe(200);
  expect((await api.get(calendars)).body).toEqual([created.body]);
  const replaced = await put(`${calendars}/${id}`, []);
  await api.post(`${home}/operations/${String(replaced.headers['operation-id'])}/undo`);
  expect((await api.get(calendars)).body).toEqual([created.body]);
  const operations = (await api.get(`${home}/operations`)).body as { subject: { type: string } }[];
  expect(operations.every(({ subject }) => subject.type === 'DAY_CALENDAR')).toBe(true);
  expect((await readAll()).calendars).toEqual([created.body]);
});

/** A whole snapshot. */
async function readAll(): Promise<{ cursor: string; calendars: unknown[] }> {
  const found: unknown[] = [];
  for (let path = `${home}/changes`; ;) {
    const { body } = await api.get(path);
    found.push(...body.changed.dayCalendars);
    if (body.hasMore !== true) return { cursor: body.cursor, calendars: found };
    path = `${home}/changes?since=${String(body.cursor)}`;
  }
}
