import { expect, test } from '@jest/globals';
import type { Occurrence } from '../../../web/src/data/household.ts';
import { whoDoesWhat } from '../../../web/src/data/who-does-what.ts';

const row = (fields: Partial<Occurrence>) =>
  ({
    ...{ taskId: 'bins', seriesId: 's', title: 'Bins', status: 'DONE', visibility: 'SHARED' },
    ...fields,
  }) as Occurrence;

test('whoDoesWhat counts every member who completed a shared task of a series', () => {
  const rows = [
    row({ completedForIds: ['leo', 'mia'] }),
    row({ completedForIds: ['mia'] }),
    row({ completedForIds: ['mia'], taskId: 'diary', visibility: 'PERSONAL' }),
    row({ completedForIds: ['mia'], taskId: 'tap', seriesId: null }),
    row({ completedForIds: [], status: 'TODO' }),
    row({ completedForIds: ['leo'], taskId: 'attic', title: 'Attic' }),
  ];
  expect(whoDoesWhat(rows).map(({ title, counts }) => [title, Object.fromEntries(counts)])).toEqual([
    ['Attic', { leo: 1 }],
    ['Bins', { leo: 1, mia: 2 }],
  ]);
});
