import { beforeEach, describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import type { RecurrenceRule, Recurrence } from '../../../domain/recurrence/rule.js';
import type { Rotation } from '../../../domain/rotation/rotation.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import type { SeriesState } from '../../../domain/series/series.js';
import { planDelete } from '../../../domain/series/delete.js';
import type { SeriesEdit } from '../../../domain/series/resolve-edit.js';
import { D, letters, shuffle, turns } from '../../builders/members.js';
import { ROTATIONS, RULES } from '../../builders/rules.js';
import {
  context,
  date,
  isLive,
  line,
  seriesState,
  SeriesWorld,
  TEMPLATE,
  TODAY,
  planOf,
} from '../../builders/series-world.js';
import { planAfterClosing } from '../../../domain/series/horizon.js';
import { comingDates } from '../../../domain/series/dates.js';
import { planSeriesEdit } from '../../../domain/series/edit.js';
import { omit } from '../../../domain/shared/json.js';

const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
const NOW = context(date('2026-01-14'));

describe('splitting and editing a series', () => {
  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState(MONDAYS, turns('A B C')));
  });
  const follow = (day: string, what: SeriesEdit, at = NOW) => world.edit('s1', day, 'following', what, at);

  describe('with scope following', () => {
    test('continues the turns, so that the occurrence with index 4 still belongs to B [T-O7]', () => {
      const target = world.row('s1', '2026-02-02');
      follow('2026-02-02', { content: { title: 'Pans' } });
      expect(line(world.of('s1'), 9)).toBe('01-05#0A 01-12#1B 01-19#2C 01-26#3A');
      expect(line(world.of('s2'))).toBe('02-02#0B 02-09#1C 02-16#2A 02-23#3B 03-02#4C 03-09#5A');
      expect(world.get('s1')).toMatchObject({
        recurrence: { ...MONDAYS, until: '2026-02-01' },
        ended: false,
        template: TEMPLATE,
      });
      expect(world.get('s2')).toMatchObject({
        recurrence: MONDAYS,
        start: '2026-02-02',
        startIndex: 0,
        segments: [{ fromIndex: 0, rotation: { offset: 1 } }],
        template: { ...TEMPLATE, title: 'Pans' },
      });
      expect(world.row('s2', '2026-02-02').id).toBe(target.id);
      expect(new Set(world.of('s2').map(({ content }) => content.title))).toEqual(new Set(['Pans']));
    });

    test('reduces the count of the new rule by the number of occurrences before the split [T-R7]', () => {
      world.begin(seriesState({ ...MONDAYS, count: 6 }, null));
      world.edit('s2', '2026-01-26', 'following', { recurrence: { frequency: 'daily', count: 6 } }, NOW);
      expect(world.get('s3').recurrence).toEqual({ frequency: 'daily', count: 3 });
      expect(line(world.of('s3'))).toBe('01-26#0 01-27#1 01-28#2');
      expect(world.get('s2').recurrence).toEqual({ ...MONDAYS, until: '2026-01-25' });
    });

    test.each<[string, string, SeriesEdit, string]>([
      ['another weekday', '2026-01-26', { date: date('2026-01-28') }, '01-28#0A 02-04#1B 02-11#2C'],
      [
        'another rule that does not include the date of the occurrence',
        '2026-01-26',
        { recurrence: { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'su' }] } },
        '01-27#0A 02-01#1B 02-03#2C',
      ],
      [
        'a rule with its own count',
        '2026-01-26',
        { recurrence: { ...MONDAYS, count: 2 } },
        '01-26#0A 02-02#1B',
      ],
      ['another order of turns', '2026-01-26', { rotation: turns('C D A') }, '01-26#0A 02-02#1C 02-09#2D'],
      ['another member', '2026-01-26', { responsibleMemberIds: [D] }, '01-26#0D 02-02#1D 02-09#2D'],
      [
        'a rare rule whose first date lies beyond the horizon',
        '2026-01-26',
        { recurrence: { frequency: 'yearly', byMonth: [9], byMonthDay: [1] } },
        '09-01#0A',
      ],
      [
        'a repetition after completion',
        '2026-01-26',
        { recurrence: { kind: 'afterCompletion', every: 1, unit: 'week' } },
        '01-26#0A',
      ],
    ])('begins the new series with %s', (_, day, what, expected) => {
      const target = world.row('s1', day).id;
      follow(day, what);
      expect(line(world.of('s2'), 3)).toBe(expected);
      expect(world.of('s2')[0]?.id).toBe(target);
      expect(line(world.of('s1'), 9)).toBe('01-05#0A 01-12#1B 01-19#2C');
      world.extend('s1', date('2026-02-20'));
      expect(world.of('s1')).toHaveLength(3);
    });

    test('starts a new series that has not ended, even if the old series has ended', () => {
      world.series.set('s1', { ...world.get('s1'), ended: true });
      follow('2026-02-02', { content: { title: 'Pans' } });
      expect(world.get('s1').ended).toBe(true);
      expect(world.get('s2').ended).toBe(false);
    });

    test('moves done, skipped, deleted and changed occurrences to the new series, unchanged and without duplicates [T-O6]', () => {
      world.edit('s1', '2026-02-09', 'this', { content: { title: 'Mine' }, date: date('2026-02-12') }, NOW);
      world.set(world.row('s1', '2026-02-16'), { status: 'SKIPPED' });
      world.set(world.row('s1', '2026-02-23'), { status: 'CANCELLED', deleted: true });
      world.set(world.row('s1', '2026-03-02'), { status: 'DONE', responsibleMemberIds: [D] });
      const ids = world
        .of('s1')
        .slice(5, 9)
        .map(({ id }) => id);
      const before = ids.map((id) => world.rows.get(id));
      follow('2026-02-02', { content: { title: 'Pans' } });
      world.extend('s2', date('2026-02-20'));
      const after = ids.map((id) => world.rows.get(id));
      after.forEach((row, place) =>
        expect(row).toEqual({
          ...before[place],
          seriesId: 's2',
          seriesIndex: place + 1,
          version: (before[place]?.version ?? 0) + 1,
        }),
      );
      expect(line(world.of('s2'), 6)).toBe('02-02#0B 02-12#1C 02-16#2A 02-23#3B 03-02#4D 03-09#5A');
    });

    test('edits the first and all future occurrences without a split if the edit is made on the first occurrence', () => {
      follow('2026-01-05', { content: { title: 'Pans' } });
      expect(world.series.size).toBe(1);
      expect(
        world
          .of('s1')
          .slice(0, 4)
          .map(({ content }) => content.title),
      ).toEqual(['Pans', 'Dishes', 'Pans', 'Pans']);
    });

    test('edits an overdue occurrence, which keeps its date, and all future occurrences', () => {
      follow('2026-01-12', {
        recurrence: { frequency: 'weekly', byDay: [{ day: 'th' }] },
        content: { title: 'Pans' },
      });
      expect(line(world.of('s2'), 3)).toBe('01-12#0B 01-15#1C 01-22#2A');
      expect(new Set(world.of('s2').map(({ content }) => content.title))).toEqual(new Set(['Pans']));
      expect(world.get('s1').ended).toBe(true);
    });

    test('edits an exception but keeps its date', () => {
      world.edit('s1', '2026-01-26', 'this', { date: date('2026-01-29') }, NOW);
      follow('2026-01-26', { content: { title: 'Pans' }, date: date('2026-01-29') });
      expect(world.row('s2', '2026-01-26')).toMatchObject({
        date: '2026-01-29',
        isException: true,
        content: { title: 'Pans' },
      });
      expect(line(world.of('s2'), 3)).toBe('01-29#0A 02-02#1B 02-09#2C');
    });

    test('can split a series twice, and a later edit with scope all changes only the last part', () => {
      follow('2026-01-26', { content: { title: 'One' } });
      world.edit('s2', '2026-02-09', 'following', { content: { title: 'Two' } }, NOW);
      world.edit('s3', '2026-02-16', 'all', { recurrence: { ...MONDAYS, interval: 2 } }, NOW);
      expect(line(world.of('s3'), 4)).toBe('02-16#0C 03-02#1A 03-16#2B 03-30#3C');
      expect(line([...world.of('s1'), ...world.of('s2')], 9)).toBe(
        '01-05#0A 01-12#1B 01-19#2C 01-26#0A 02-02#1B',
      );
    });

    test('begins a new series with the open occurrence if the series repeats after completion', () => {
      world.begin(
        seriesState({ kind: 'afterCompletion', every: 5, unit: 'day' }, turns('A B'), {
          startIndex: 4,
          nextIndex: 5,
        }),
      );
      world.edit('s2', '2026-01-05', 'following', { content: { title: 'Pans' } }, NOW);
      expect(world.get('s2').ended).toBe(true);
      expect(world.get('s3')).toMatchObject({ nextIndex: 1, ended: false });
      expect(line(world.of('s3'))).toBe('01-05#0A');
    });

    test('refuses an end date before the edited occurrence, which would leave it without a date', () => {
      const what = { recurrence: { ...MONDAYS, until: date('2026-01-20') } };
      const refusal = world.plan('s1', '2026-01-26', 'following', what, NOW);
      expect(refusal).toMatchObject({ kind: 'refused', problems: [{ field: 'recurrence.until' }] });
    });
  });

  test('gives the same dates and members, now and later, if the edit changes nothing [T-O7]', () => {
    fc.assert(
      fc.property(RULES, ROTATIONS, fc.nat(500), fc.nat(300), (rule, rotation, place, extended) => {
        const [whole, split] = [new SeriesWorld(), new SeriesWorld()];
        const start = date('2026-01-01');
        for (const each of [whole, split]) {
          each.begin(seriesState(rule, rotation, { start }), context(start));
          each.extend('s1', addDays(start, 200));
        }
        const rows = split.of('s1');
        const target = rows[place % rows.length];
        split.edit('s1', target?.originalDate ?? '', 'following', {}, context(start));
        for (const each of [whole, split])
          for (const { id } of [...each.series.values()]) each.extend(id, addDays(start, 200 + extended));
        expect(split.seen()).toEqual(whole.seen());
      }),
      runs(100),
    );
  });

  test('plans no date in the earlier part for an occurrence that already exists as done on a later date', () => {
    world.begin(seriesState({ ...MONDAYS, interval: 2 }, null));
    world.edit('s2', '2026-01-19', 'all', { recurrence: MONDAYS }, NOW);
    // Versions before the fix left such rows behind when a rule changed.
    world.rows.delete(world.row('s2', '2026-02-02').id);
    world.set(world.row('s2', '2026-02-16'), { status: 'DONE', seriesIndex: 3 });
    expect(line(world.of('s2'), 5)).toBe('01-05#0 01-19#1 01-26#2 02-09#4 02-16#3');
    world.edit('s2', '2026-02-09', 'following', {}, NOW);
    expect(comingDates(world.get('s2'), NOW.today, 9)).toEqual(['2026-01-19', '2026-01-26']);
  });

  test('changes nothing if an edit with scope all contains no change, even in a series with exceptions [T-O6]', () => {
    fc.assert(
      fc.property(
        RULES,
        ROTATIONS,
        fc.nat(500),
        fc.array(fc.nat(90), { maxLength: 5 }),
        (rule, rotation, place, exceptions) => {
          const each = new SeriesWorld();
          const start = date('2026-01-01');
          each.begin(seriesState(rule, rotation, { start }), context(start));
          const rows = each.of('s1');
          for (const exception of exceptions) {
            const row = rows[exception % rows.length];
            if (row) each.edit('s1', row.originalDate, 'this', { responsibleMemberIds: [D] }, context(start));
          }
          const before = each.of('s1');
          const target = before[place % before.length];
          each.edit(
            's1',
            target?.originalDate ?? '',
            'all',
            { recurrence: each.get('s1').recurrence, rotation },
            context(start),
          );
          expect(each.of('s1')).toEqual(before);
        },
      ),
      runs(100),
    );
  });

  test.each(['all', 'following'] as const)(
    'keeps the next due member when the rule changes with scope %s [T-O7]',
    (scope) => {
      const order = fc.constantFrom<Rotation>(
        turns('A B C'),
        turns('A B', { length: 2 }),
        turns('A B C', { unit: 'week' }),
        turns('A B C', { unit: 'month', length: 2 }),
        shuffle('ABC'),
      );
      fc.assert(
        fc.property(RULES, RULES, order, fc.nat(60), fc.nat(100), (begun, wanted, rotation, later, place) => {
          const each = new SeriesWorld();
          each.begin(seriesState(begun, rotation));
          const today = addDays(TODAY, later);
          const due = each.of('s1').filter((row) => (row.date ?? '') >= today);
          const target = due[scope === 'all' ? place % Math.max(due.length, 1) : 0];
          if (target === undefined) return;
          const what = { recurrence: { ...wanted, count: 1000 } };
          const last = each.edit('s1', target.originalDate, scope, what, context(today)).at(-1);
          const next = each.of(last?.id ?? '').find((row) => (row.date ?? '') >= today);
          expect(letters(next?.responsibleMemberIds ?? [])).toBe(letters(due[0]?.responsibleMemberIds ?? []));
        }),
      );
    },
  );

  const STEPS = fc.array(
    fc.record({
      place: fc.nat(100),
      scope: fc.constantFrom('this' as const, 'following' as const, 'all' as const),
      what: fc.constantFrom('edit' as const, 'edit' as const, 'finish' as const, 'delete' as const),
      rule: fc.option(RULES),
      rotation: fc.option(ROTATIONS),
      later: fc.nat(15),
    }),
    { maxLength: 12 },
  );

  /** A client sends the end of a series back with the rest of its rule; the part before a split has one. */
  function endedAs({ recurrence }: SeriesState, rule: RecurrenceRule): RecurrenceRule {
    if ('kind' in recurrence || recurrence.until === undefined) return rule;
    return { ...omit(rule, 'count'), until: recurrence.until };
  }

  /**
   * Returns the rows that an edit of another occurrence must not change: finished rows, exceptions and rows
   * in the trash.
   */
  function untouchable(of: SeriesWorld, today: string, but: string) {
    return [...of.rows.values()]
      .filter((row) => row.id !== but)
      .filter((row) => row.isException || !isLive(row) || (row.date ?? '') < today)
      .map(({ id, date: day, status, responsibleMemberIds, content, isException }) => ({
        id,
        day,
        status,
        responsibleMemberIds,
        content,
        isException,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  test('never overwrites, duplicates or restores an occurrence that somebody changed, in any sequence of edits [T-O6, T-O3]', () => {
    fc.assert(
      fc.property(RULES, ROTATIONS, STEPS, (begun, turning, steps) => {
        const each = new SeriesWorld();
        const deleted = new Set<string>();
        let today = TODAY;
        each.begin(seriesState(begun, turning), context(today));
        for (const { place, scope, what, rule, rotation, later } of steps) {
          today = addDays(today, later);
          for (const { id } of [...each.series.values()]) each.extend(id, today);
          const rows = [...each.rows.values()].filter((row) => isLive(row) && (row.date ?? '') >= today);
          const row = rows[place % Math.max(rows.length, 1)];
          if (row?.seriesId === undefined || row.seriesId === null) continue;
          const [series, own] = [each.get(row.seriesId), each.of(row.seriesId)];
          const before = untouchable(each, today, row.id);
          if (what === 'finish') each.set(row, { status: 'DONE' });
          else if (what === 'delete') {
            const target = each.occurrence(series.id, row.originalDate);
            each.apply(series.id, planDelete(series, own, target, 'this', context(today)));
            // Empty the trash immediately.
            each.rows.delete(row.id);
            deleted.add(row.originalDate);
          } else {
            const wanted = {
              ...(rule && { recurrence: endedAs(series, rule) }),
              ...(rotation && { rotation }),
            };
            const change = scope === 'this' ? { responsibleMemberIds: [D] } : wanted;
            const planned = each.plan(series.id, row.originalDate, scope, change, context(today));
            if (planned.kind === 'plan') each.apply(series.id, planned.plan);
          }
          expect(
            untouchable(each, today, row.id).filter(({ id }) => before.some((kept) => kept.id === id)),
          ).toEqual(before);
          const live = [...each.rows.values()].filter(isLive);
          for (const { originalDate, date: day } of live)
            expect(deleted.has(originalDate) && day === originalDate).toBe(false);
        }
      }),
      runs(100),
    );
  });
});

describe('editing the earlier part of a split series', () => {
  const SPLIT = date('2026-02-02');
  const MONTHS_LATER = date('2026-06-01');

  let world: SeriesWorld;
  beforeEach(() => {
    world = new SeriesWorld();
    world.begin(seriesState(MONDAYS, turns('A B C')));
    world.edit('s1', SPLIT, 'following', { content: { title: 'Pans' } }, NOW);
  });

  type Way = (recurrence: Recurrence) => string;
  const WAYS: [string, Way][] = [
    ['PATCH of a row with scope all', (recurrence) => editRow('2026-01-19', 'all', recurrence)],
    [
      'PATCH of its first row with scope following',
      (recurrence) => editRow('2026-01-05', 'following', recurrence),
    ],
    [
      'PATCH of a later row with scope following',
      (recurrence) => editRow('2026-01-26', 'following', recurrence),
    ],
    ['PATCH of the series', (recurrence) => editSeries(recurrence)],
  ];

  /** Returns the id of the series that has the rule from then on. */
  function editRow(day: string, scope: 'all' | 'following', recurrence: Recurrence): string {
    return (world.edit('s1', day, scope, { recurrence }, NOW).at(-1) as { id: string }).id;
  }

  function editSeries(recurrence: Recurrence): string {
    world.apply('s1', planOf(planSeriesEdit(world.get('s1'), world.of('s1'), { recurrence }, NOW)));
    return 's1';
  }

  describe.each(WAYS)('with %s', (_, edit) => {
    test.each<[string, RecurrenceRule]>([
      ['the same rule without an end', MONDAYS],
      ['another rule without an end', { frequency: 'daily' }],
      ['a rule that ends after the split', { frequency: 'daily', until: date('2026-03-15') }],
      ['a rule with a count that goes beyond the split', { frequency: 'daily', count: 90 }],
    ])('ends the earlier part where the later part begins, if the new rule is %s', (_rule, recurrence) => {
      const older = edit(recurrence);
      expect(comingDates(world.get(older), NOW.today, 100).every((day) => day < SPLIT)).toBe(true);
      for (const id of world.series.keys()) world.extend(id, MONTHS_LATER);
      const days = [...world.rows.values()].map((row) => [row.originalDate, row.seriesId] as const);
      expect(days.filter(([day, id]) => day >= SPLIT && id !== 's2')).toEqual([]);
      expect(days.filter(([, id]) => id === older)).not.toEqual([]);
      expect(new Set(days.map(([day]) => day)).size).toBe(days.length);
    });

    test('ends the earlier part where the later part begins, if the new rule is a repetition after completion', () => {
      const older = edit({ kind: 'afterCompletion', every: 1, unit: 'week' });
      const [open] = world.of(older).filter((row) => row.status === 'TODO' && row.date! >= NOW.today);
      expect(open).toBeDefined();
      const plan = planAfterClosing(world.get(older), [], open!, date('2026-01-30'), NOW);
      expect(plan).toMatchObject({ create: [], series: { ended: true } });
    });

    test('sets the end date of the new rule to the day before the later part begins', () => {
      expect(world.get(edit({ frequency: 'daily' })).recurrence).toMatchObject({ until: '2026-02-01' });
    });
  });
});
