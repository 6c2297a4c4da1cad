import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Recurrence, RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { planAfterClosing } from '../../../domain/series/horizon.js';
import { comingDates } from '../../../domain/series/dates.js';
import { planSeriesEdit } from '../../../domain/series/edit.js';
import { turns } from '../../builders/members.js';
import { context, date, planOf, seriesState, SeriesWorld } from '../../builders/series-world.js';

const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
const SPLIT = date('2026-02-02');
const NOW = context(date('2026-01-14'));
const MONTHS_LATER = date('2026-06-01');

let world: SeriesWorld;
beforeEach(() => {
  world = new SeriesWorld();
  world.begin(seriesState(MONDAYS, turns('A B C')));
  world.edit('s1', SPLIT, 'following', { content: { title: 'Pans' } }, NOW);
});

type Way = (recurrence: Recurrence) => string;
const WAYS: [string, Way][] = [
  ['PATCH of a row, scope all', (recurrence) => editRow('2026-01-19', 'all', recurrence)],
  ['PATCH of its first row, scope following', (recurrence) => editRow('2026-01-05', 'following', recurrence)],
  ['PATCH of a later row, scope following', (recurrence) => editRow('2026-01-26', 'following', recurrence)],
  ['PATCH of the series', (recurrence) => editSeries(recurrence)],
];

/** The series that has the rule from then on. */
function editRow(day: string, scope: 'all' | 'following', recurrence: Recurrence): string {
  return (world.edit('s1', day, scope, { recurrence }, NOW).at(-1) as { id: string }).id;
}

function editSeries(recurrence: Recurrence): string {
  world.apply('s1', planOf(planSeriesEdit(world.get('s1'), world.of('s1'), { recurrence }, NOW)));
  return 's1';
}

describe.each(WAYS)('the older half of a split after a %s', (_, edit) => {
  test.each<[string, RecurrenceRule]>([
    ['the same rule without an end', MONDAYS],
    ['another rule without an end', { frequency: 'daily' }],
    ['a rule that ends after the split', { frequency: 'daily', until: date('2026-03-15') }],
    ['a rule with a count that goes beyond the split', { frequency: 'daily', count: 90 }],
  ])('ends where the younger begins: %s', (_rule, recurrence) => {
    const older = edit(recurrence);
    expect(comingDates(world.get(older), NOW.today, 100).every((day) => day < SPLIT)).toBe(true);
    for (const id of world.series.keys()) world.extend(id, MONTHS_LATER);
    const days = [...world.rows.values()].map((row) => [row.originalDate, row.seriesId] as const);
    expect(days.filter(([day, id]) => day >= SPLIT && id !== 's2')).toEqual([]);
    expect(days.filter(([, id]) => id === older)).not.toEqual([]);
    expect(new Set(days.map(([day]) => day)).size).toBe(days.length);
  });

  test('ends where the younger begins: after completion', () => {
    const older = edit({ kind: 'afterCompletion', every: 1, unit: 'week' });
    const [open] = world.of(older).filter((row) => row.status === 'TODO' && row.date! >= NOW.today);
    expect(open).toBeDefined();
    const plan = planAfterClosing(world.get(older), [], open!, date('2026-01-30'), NOW);
    expect(plan).toMatchObject({ create: [], series: { ended: true } });
  });

  test('says so in its rule', () => {
    expect(world.get(edit({ frequency: 'daily' })).recurrence).toMatchObject({ until: '2026-02-01' });
  });
});
