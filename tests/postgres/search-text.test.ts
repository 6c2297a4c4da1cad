import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '../../adapters/postgres/database.js';
import { toSearchText } from '../../domain/tasks/views.js';
import { searchText } from '../../migrations/0038_search_text.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let api: Api;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
  home = await api.household();
});
afterAll(() => service.close());

const daily = { date: '2026-11-21', recurrence: { frequency: 'daily' } };
const stored = async () =>
  new Set((await service.query('select search_text from occurrences')).map((row) => row['search_text']));
const found = async (q: string) =>
  ((await api.get(`${home}/occurrences?q=${encodeURIComponent(q)}`)).body as unknown[]).length;

test('text is stored a second time only where folding changes more than capitals', async () => {
  const plain = { title: 'BINS [x] \\ Out', notes: 'Red\nBLUE 50%_' };
  const { body } = await api.post(`${home}/tasks`, { ...plain, ...daily });
  expect(await stored()).toEqual(new Set([null]));
  const rows = await found('');
  expect(rows).toBeGreaterThan(50);
  for (const q of ['bins [X] \\ out', 'blue 50', '50%_']) {
    expect(q).toEqual(q);
    expect(await found(q)).toEqual(rows);
  }
  expect(await found('out red')).toBe(0);

  const accented = { title: 'Été STRASSE straße', notes: null };
  const address = `${home}/occurrences/${body.id}?scope=all`;
  const edited = await api.patch(address, { ...accented, version: 1 });
  expect(edited.status).toBe(200);
  expect(await stored()).toEqual(new Set([toSearchText(accented)]));
  for (const q of ['ete', 'ÉTÉ', 'strasse STRASSE']) {
    expect(q).toEqual(q);
    expect(await found(q)).toEqual(rows);
  }

  await api.patch(address, { ...plain, version: edited.body.version });
  expect(await stored()).toEqual(new Set([null]));
  expect(await found('blue')).toBe(rows);
});

test('of signs that stand for many, no more is kept than twice the text, in whole characters', () => {
  const many = { title: 'x', notes: '\ufdfa'.repeat(10_000) };
  expect(toSearchText(many)).toHaveLength(2 * 10_002);
  const cut = toSearchText({ title: 'xy', notes: '\ufdfa'.repeat(500) + '😀'.repeat(2_000) });
  expect([cut.length, cut.isWellFormed()]).toEqual([2 * 4_503 - 1, true]);
  expect(toSearchText({ title: 'Œuf ½ ﬃ Ærø', notes: 'ß'.repeat(100) })).toMatch(
    /^oeuf 1⁄2 ffi aerø\ns{200}$/,
  );
});

test('what was stored twice is not any more, and is there again on the way back', async () => {
  await api.post(`${home}/tasks`, { title: 'Été' });
  const all = 'select id, search_text from occurrences order by id';
  const before = await service.query(all);
  const db = createDatabase({ connectionString: service.connectionString });
  await searchText.down?.(db);
  expect(await stored()).toEqual(new Set(['bins [x] \\ out\nred\nblue 50%_', 'ete']));
  await searchText.up(db);
  await db.destroy();
  expect(await service.query(all)).toEqual(before);
});
