import { describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { type Row, householdOfThree, ana, at, create, dates, home, rowsOf } from './series-world.js';

householdOfThree();

describe('the older half of a split', () => {
  const later = async (row: Row) =>
    (await ana.patch(`${at(row)}?scope=following`, { version: 1, title: 'Pans' })).body as Row;
  const WEEKLY = { recurrence: { frequency: 'weekly' } };

  test.each<[string, (row: Row) => ReturnType<Api['delete']>]>([
    ['DELETE of its series', ({ seriesId }) => ana.delete(`${home}/series/${seriesId}`)],
    [
      'DELETE of a date with scope all',
      async (row) => ana.delete(`${at((await rowsOf(row))[1]!)}?scope=all`),
    ],
    ['DELETE of its first date with scope following', (row) => ana.delete(`${at(row)}?scope=following`)],
  ])('goes on when it is asked to once the younger one is gone, by a %s', async (_, remove) => {
    const first = await create(WEEKLY);
    const extended = async () => {
      const { status, body } = await ana.patch(`${home}/series/${first['seriesId']}`, WEEKLY);
      expect(status).toBe(200);
      return body.recurrence.until as string | undefined;
    };
    const younger = await later((await rowsOf(first))[3]!);
    const youngest = await later((await rowsOf(younger))[2]!);
    expect([await extended(), (await rowsOf(first)).length]).toEqual(['2026-12-14', 3]);

    expect((await remove(younger)).status).toBe(204);
    expect(await rowsOf(first)).toHaveLength(3);
    expect([await extended(), dates(await rowsOf(first)).at(-1)]).toEqual(['2026-12-28', '2026-12-22']);

    expect((await remove(youngest)).status).toBe(204);
    expect(await rowsOf(first)).toHaveLength(5);
    expect([await extended(), dates(await rowsOf(first)).slice(5, 7)]).toEqual([
      undefined,
      ['2026-12-29', '2027-01-05'],
    ]);
  });

  test('goes on no further than a younger one of which only the end was deleted', async () => {
    const first = await create(WEEKLY);
    const younger = await later((await rowsOf(first))[3]!);
    expect((await ana.delete(`${at((await rowsOf(younger))[2]!)}?scope=following`)).status).toBe(204);
    const { body } = await ana.patch(`${home}/series/${first['seriesId']}`, WEEKLY);
    expect([body.recurrence.until, (await rowsOf(first)).length]).toEqual(['2026-12-14', 3]);
  });
});
