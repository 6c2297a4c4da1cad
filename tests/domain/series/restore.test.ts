import { beforeEach, describe, expect, test } from '@jest/globals';
import { planDelete, planRestore } from '../../../domain/series/delete.js';
import { turns } from '../../builders/members.js';
import { context, date, isLive, line, seriesState, SeriesWorld } from '../../builders/series-world.js';

const NOW = context(date('2026-01-14'));
const MONDAYS = { frequency: 'weekly', byDay: [{ day: 'mo' }] } as const;
const THURSDAYS = { frequency: 'weekly', byDay: [{ day: 'th' }] } as const;

let world: SeriesWorld;
beforeEach(() => {
  world = new SeriesWorld();
  world.begin(seriesState(MONDAYS, turns('A B C')));
});
const remove = (day: string) =>
  world.apply('s1', planDelete(world.get('s1'), world.of('s1'), world.occurrence('s1', day), 'this', NOW));
const restoring = (day: string) => {
  const target = { ...world.row('s1', day), status: 'TODO' as const, deleted: false };
  return planRestore(world.get('s1'), world.of('s1'), target);
};
const restore = (day: string) => {
  const planned = restoring(day);
  if (planned === null) throw new Error('refused');
  world.set(world.row('s1', day), { status: 'TODO', deleted: false });
  world.apply('s1', planned);
};
const live = () => world.of('s1').filter(isLive);

describe('restoring', () => {
  test('takes the date back among those of the series', () => {
    remove('2026-01-26');
    remove('2026-01-19');
    restore('2026-01-19');
    expect(world.get('s1').excludedDates).toEqual(['2026-01-26']);
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-19#2C 02-02#4B 02-09#5C 02-16#6A');
  });

  test('after the rule moved, the row that the new rule made for its index goes', () => {
    remove('2026-01-26');
    world.edit('s1', '2026-01-19', 'all', { recurrence: THURSDAYS }, NOW);
    restore('2026-01-26');
    const indexes = live().map(({ seriesIndex }) => seriesIndex);
    expect(new Set(indexes).size).toBe(indexes.length);
    expect(live().filter(({ seriesIndex }) => seriesIndex === 3)).toMatchObject([{ date: '2026-01-26' }]);
  });

  test.each([
    ['is done', { status: 'DONE' }],
    ['was changed on its own', { isException: true }],
  ] as const)('is refused where the row that took its place %s', (_, touched) => {
    remove('2026-01-26');
    world.edit('s1', '2026-01-19', 'all', { recurrence: THURSDAYS }, NOW);
    const twin = live().find(({ seriesIndex }) => seriesIndex === 3)!;
    world.set(twin, touched);
    expect(restoring('2026-01-26')).toBeNull();
  });
});
