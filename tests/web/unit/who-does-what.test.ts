import { expect, test } from '@jest/globals';
import type { Occurrence } from '../../../web/src/data/household.ts';
import { whoDoesWhat } from '../../../web/src/data/who-does-what.ts';

const row = (fields: Partial<Occurrence>) =>
  ({
    ...{ taskId: 'bins', seriesId: 's', title: 'Bins', status: 'DONE', visibility: 'SHARED' },
    completedAt: '2026-11-20T18:00:00.000Z',
    ...fields,
  }) as Occurrence;

const SINCE = '2026-11-01';
const count = (rows: readonly Occurrence[]) =>
  whoDoesWhat(rows, SINCE, 'Europe/Paris').map(({ title, counts }) => [title, Object.fromEntries(counts)]);

test('whoDoesWhat counts every member who completed a shared task of a series', () => {
  const rows = [
    row({ completedForIds: ['leo', 'mia'] }),
    row({ completedForIds: ['mia'] }),
    row({ completedForIds: ['mia'], taskId: 'diary', visibility: 'PERSONAL' }),
    row({ completedForIds: ['mia'], taskId: 'tap', seriesId: null }),
    row({ completedForIds: [], status: 'TODO' }),
    row({ completedForIds: ['leo'], taskId: 'attic', title: 'Attic' }),
  ];
  expect(count(rows)).toEqual([
    ['Attic', { leo: 1 }],
    ['Bins', { leo: 1, mia: 2 }],
  ]);
});

test('whoDoesWhat leaves out tasks that were completed before the first day of the period, which begins at midnight in the time zone of the household', () => {
  const rows = [
    row({ completedForIds: ['leo'], completedAt: '2026-10-31T22:59:59.000Z' }),
    row({ completedForIds: ['mia'], completedAt: '2026-10-31T23:00:00.000Z' }),
  ];
  expect(count(rows)).toEqual([['Bins', { mia: 1 }]]);
});
