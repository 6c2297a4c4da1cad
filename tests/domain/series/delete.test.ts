import { beforeEach, describe, expect, test } from '@jest/globals';
import { addDays } from '../../../domain/shared/civil-date.js';
import { planDelete, planDeleteSeries } from '../../../domain/series/delete.js';
import type { Scope } from '../../../domain/series/edit.js';
import { turns } from '../../builders/members.js';
import { context, date, isLive, line, seriesState, SeriesWorld } from '../../builders/series-world.js';

const NOW = context(date('2026-01-14'));

let world: SeriesWorld;
beforeEach(() => {
  world = new SeriesWorld();
  world.begin(seriesState({ frequency: 'weekly', byDay: [{ day: 'mo' }] }, turns('A B C')));
});
const remove = (day: string, scope: Scope, id = 's1') =>
  world.apply(id, planDelete(world.get(id), world.of(id), world.occurrence(id, day), scope, NOW));
const live = (id = 's1') => world.of(id).filter(isLive);

describe('deleting', () => {
  test('this: the turn is used up, no other date moves', () => {
    remove('2026-01-19', 'this');
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-26#3A 02-02#4B 02-09#5C 02-16#6A');
    expect(world.row('s1', '2026-01-19')).toMatchObject({ status: 'CANCELLED', deleted: true });
    expect(world.get('s1').excludedDates).toEqual(['2026-01-19']);
  });

  test('T-O6 this, then the trash is emptied and the horizon extended: it does not come back', () => {
    remove('2026-01-19', 'this');
    world.rows.delete(world.row('s1', '2026-01-19').id);
    world.extend('s1', date('2026-03-01'));
    world.edit('s1', '2026-01-26', 'all', { recurrence: { frequency: 'daily' } }, NOW);
    expect(live().map(({ originalDate }) => originalDate)).not.toContain('2026-01-19');
  });

  test('following: every open one from there on goes, exceptions too, and none comes', () => {
    world.edit('s1', '2026-02-02', 'this', { content: { title: 'Mine' } }, NOW);
    world.set(world.row('s1', '2026-02-09'), { status: 'DONE' });
    remove('2026-01-26', 'following');
    world.extend('s1', addDays(NOW.today, 60));
    expect(line(live())).toBe('01-05#0A 01-12#1B 01-19#2C');
    expect(world.row('s1', '2026-02-09')).toMatchObject({ status: 'DONE', deleted: false });
    expect(world.get('s1')).toMatchObject({ recurrence: { until: '2026-01-25' }, ended: false });
  });

  test('following, from the first: the series ends', () => {
    remove('2026-01-05', 'following');
    expect(live()).toEqual([]);
    expect(world.get('s1').ended).toBe(true);
  });

  test('all: from today on, and the occurrence itself; what is past stays', () => {
    remove('2026-01-12', 'all');
    world.extend('s1', addDays(NOW.today, 60));
    expect(line(live())).toBe('01-05#0A');
    expect(world.get('s1').ended).toBe(true);
  });

  test('the series itself', () => {
    world.apply('s1', planDeleteSeries(world.get('s1'), world.of('s1'), null, NOW));
    expect(line(live())).toBe('01-05#0A 01-12#1B');
  });

  test('the open one after completion brings the next; all ends the series', () => {
    world.begin(seriesState({ kind: 'afterCompletion', every: 3, unit: 'day' }, turns('A B')));
    remove('2026-01-05', 'this', 's2');
    expect(line(live('s2'))).toBe('01-17#1B');
    remove('2026-01-17', 'all', 's2');
    expect(live('s2')).toEqual([]);
    expect(world.get('s2').ended).toBe(true);
  });
});
