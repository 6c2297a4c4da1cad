import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';

type Row = { id: string; seriesId: string; version: number; date: string; originalDate: string };

let service: TestService;
let ana: Api;
let home: string;
beforeAll(async () => {
  service = await startService({ now: '2026-11-24T09:00:00Z' });
  ({ api: ana } = await service.api.register());
  home = await ana.household();
});
afterAll(() => service.close());

const SPLIT = '2026-12-10';
const JULY = { frequency: 'yearly', byMonth: [7] };

const patch = (row: Row, scope: string, body: object) =>
  ana.patch(`${home}/occurrences/${row.id}?scope=${scope}`, { version: row.version, ...body });

const rowsOf = async (seriesId: string): Promise<Row[]> => {
  const { body } = await ana.get(`${home}/occurrences?limit=500`);
  return (body as Row[]).filter((row) => row.seriesId === seriesId);
};

/** A daily task whose first occurrence is done and whose later half is a series of its own. */
async function olderHalf() {
  const { body: first } = await ana.post(`${home}/tasks`, {
    ...{ title: 'Bins', date: '2026-11-24', recurrence: { frequency: 'daily' } },
  });
  const { seriesId } = first as Row;
  await ana.post(`${home}/occurrences/${(first as Row).id}/complete`);
  const later = (await rowsOf(seriesId)).find(({ date }) => date === SPLIT) as Row;
  expect((await patch(later, 'following', { title: 'Bags' })).status).toBe(200);
  return { seriesId, rows: await rowsOf(seriesId) };
}

type Half = Awaited<ReturnType<typeof olderHalf>>;
const rowAt = (place: number, scope: string) => (half: Half, recurrence: object) =>
  patch(half.rows[place] as Row, scope, { recurrence });
const series = ({ seriesId }: Half, recurrence: object) =>
  ana.patch(`${home}/series/${seriesId}`, { recurrence });
const usedUp = { frequency: 'weekly', count: 1 };
const over = { frequency: 'weekly', until: '2026-11-23' };

test.each<[string, typeof series, object]>([
  ['the series, before the later half', series, JULY],
  ['the series, a count used up', series, usedUp],
  ['the series, an end before its start', series, over],
  ['an open row, scope all', rowAt(3, 'all'), JULY],
  ['an open row, scope all, a count used up', rowAt(3, 'all'), usedUp],
  ['a finished row, scope all', rowAt(0, 'all'), JULY],
  ['a finished row, scope all, a count used up', rowAt(0, 'all'), usedUp],
  ['an open row, scope following', rowAt(3, 'following'), JULY],
  ['an open row, scope following, an end before it', rowAt(3, 'following'), over],
  ['a finished row, scope following', rowAt(0, 'following'), JULY],
])('a rule that gives no date is refused and changes nothing: PATCH of %s', async (_, send, rule) => {
  const half = await olderHalf();
  const before = (await ana.get(`${home}/series/${half.seriesId}`)).body as object;
  const { status, body } = await send(half, rule);
  expect(status).toBe(400);
  expect(body.error?.code).toBe('VALIDATION_FAILED');
  expect(JSON.stringify(body.error)).toMatch(/"recurrence(\.until)?"/);
  expect((await ana.get(`${home}/series/${half.seriesId}`)).body).toEqual(before);
  expect(await rowsOf(half.seriesId)).toEqual(half.rows);
});

test('a new task whose rule gives no date is refused', async () => {
  const task = { title: 'Bins', date: '2026-11-24', recurrence: over };
  const { status, body } = await ana.post(`${home}/tasks`, task);
  expect(status).toBe(400);
  expect(body.error?.code).toBe('VALIDATION_FAILED');
});
