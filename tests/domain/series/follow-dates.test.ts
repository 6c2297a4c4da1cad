import { beforeEach, describe, expect, test } from '@jest/globals';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { seriesDates, withoutEnd } from '../../../domain/series/dates.js';
import { planDelete } from '../../../domain/series/delete.js';
import { isExcluded, placeOfDate, placeOfRow, type SeriesState } from '../../../domain/series/series.js';
import { listMovedTurns, pauseOf, planPauses } from '../../../domain/series/plan-pauses.js';
import type { SeriesPlan } from '../../../domain/series/plan.js';
import { listShiftedTurns, planShiftByDays } from '../../../domain/series/shift-by-days.js';
import { hasTurnOfRule, turnIn } from '../../../domain/series/turns.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import { aLaterPause } from '../../builders/days.js';
import { D, letters, shuffle, turns } from '../../builders/members.js';
import { RULES } from '../../builders/rules.js';
import {
  context,
  date,
  isLive,
  line,
  seriesState,
  SeriesWorld,
  TODAY,
  type StoredRow,
} from '../../builders/series-world.js';
import { fc, runs } from '../../support/property.js';

const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
const NO_ROOM = { notBefore: null, endsBefore: null };

let world: SeriesWorld;
beforeEach(() => {
  world = new SeriesWorld();
});

const byIndex = (of: SeriesWorld, id = 's1') =>
  of
    .of(id)
    .filter((row) => !row.deleted)
    .sort((a, b) => a.seriesIndex - b.seriesIndex);
const idsByIndex = (of: SeriesWorld) => new Map(byIndex(of).map((row) => [row.seriesIndex, row.id]));

/** The answer's new date of each row, by id. null means that the row is gone. */
type Told = ReadonlyMap<string, CivilDate | null>;

function writtenBy(of: SeriesWorld, plan: SeriesPlan) {
  return new Map(plan.change.flatMap(({ id }) => (of.rows.has(id) ? [[id, of.rows.get(id)!] as const] : [])));
}

function shift(of: SeriesWorld, id: string, days: number, from: CivilDate, at = context()): Told {
  const made = planShiftByDays(of.get(id), of.of(id), { days, from }, NO_ROOM, at);
  if (typeof made === 'string') return new Map();
  of.apply(id, made.plan);
  return new Map(listShiftedTurns(made, writtenBy(of, made.plan)).map((one) => [one.row.id, one.date]));
}

function pause(
  of: SeriesWorld,
  id: string,
  from: CivilDate,
  days: number,
  mode: 'later' | 'skip' = 'later',
  at = context(),
): Told {
  const [series, rows] = [of.get(id), of.of(id)];
  const fact = { ...aLaterPause(from, addDays(from, days - 1), `p${from}${days}`), mode };
  const plan = planPauses(series, rows, [...series.pauses, pauseOf(series, rows, fact, at)], at);
  of.apply(id, plan);
  const told = listMovedTurns(series, rows, plan, mode, writtenBy(of, plan), at);
  return new Map(told.map((one) => [one.row.id, one.date]));
}

const note = (day: string) => world.edit('s1', day, 'this', { content: { notes: 'Both' } });
const tick = (of: SeriesWorld, row: StoredRow) => of.set(row, { ticked: true, isTouched: true });
const remove = (of: SeriesWorld, id: string, row: StoredRow, at = context()) =>
  of.apply(id, planDelete(of.get(id), of.of(id), of.occurrence(id, row.originalDate), 'this', at));

describe('moving the dates of a weekly series by some days, or editing its content', () => {
  beforeEach(() => {
    world.begin(seriesState(MONDAYS, turns('A B')));
  });

  test('keeps every turn when an occurrence has a note and the dates move by exactly one interval', () => {
    note('2026-01-19');
    const ids = idsByIndex(world);
    const told = shift(world, 's1', 7, TODAY);
    expect(line(byIndex(world), 6)).toBe('01-12#0A 01-19#1B 01-19#2A 02-02#3B 02-09#4A 02-16#5B');
    for (const [index, id] of idsByIndex(world)) expect(id).toBe(ids.get(index));
    for (const [id, day] of told) expect(world.rows.get(id as never)?.date ?? null).toBe(day);
  });

  test('leaves an occurrence with a note on its date, but moves its original date with the rule', () => {
    note('2026-01-19');
    shift(world, 's1', 7, TODAY);
    expect(byIndex(world)[2]).toMatchObject({ date: '2026-01-19', originalDate: '2026-01-26' });
  });

  test('keeps the date and member of an occurrence with ticks', () => {
    const ticked = world.row('s1', '2026-01-19');
    tick(world, ticked);
    shift(world, 's1', 7, TODAY);
    expect(world.rows.get(ticked.id)).toMatchObject({
      date: '2026-01-19',
      seriesIndex: 2,
      ticked: true,
      responsibleMemberIds: ticked.responsibleMemberIds,
    });
  });

  test('gives an occurrence with ticks the new content too', () => {
    const ticked = world.row('s1', '2026-01-19');
    tick(world, ticked);
    const edited = { title: 'Pans', checklist: ['pans'] };
    world.edit('s1', '2026-01-12', 'all', { content: edited });
    expect(world.rows.get(ticked.id)).toMatchObject({ isTouched: true, content: edited });
    expect(world.rows.get(ticked.id)).not.toHaveProperty('title');
  });

  test.each(['all', 'following'] as const)(
    'moves an occurrence with ticks if the edit with scope %s is made on that occurrence',
    (scope) => {
      const ticked = world.row('s1', '2026-01-19');
      tick(world, ticked);
      world.edit('s1', '2026-01-19', scope, { date: date('2026-01-21') });
      expect(world.rows.get(ticked.id)).toMatchObject({ date: '2026-01-21', ticked: true });
    },
  );

  test('creates no occurrence on the moved date of a deleted occurrence, and keeps all other moved dates', () => {
    remove(world, 's1', world.row('s1', '2026-01-19'));
    shift(world, 's1', 7, TODAY);
    expect(line(byIndex(world), 5)).toBe('01-12#0A 01-19#1B 02-02#3B 02-09#4A 02-16#5B');
    expect(world.get('s1').excludedDates).toEqual(['2026-01-26']);
  });

  test('restores all rows when the move is reversed', () => {
    note('2026-01-19');
    remove(world, 's1', world.row('s1', '2026-02-02'));
    const before = line(byIndex(world), 10);
    shift(world, 's1', 7, TODAY);
    shift(world, 's1', -7, TODAY);
    expect(line(byIndex(world), 10)).toBe(before);
  });
});

describe('a pause that postpones dates (mode `later`)', () => {
  test('keeps the order of turns if an occurrence after the pause has a note', () => {
    world.begin(seriesState(MONDAYS, turns('A B C')));
    note('2026-01-26');
    const ids = idsByIndex(world);
    pause(world, 's1', date('2026-01-12'), 14);
    expect(line(byIndex(world), 6)).toBe('01-05#0A 01-26#1B 02-02#2C 01-26#3A 02-16#4B 02-23#5C');
    for (const [index, id] of idsByIndex(world)) expect(id).toBe(ids.get(index));
  });

  test('loses no turn when the pause moves dates into another pause', () => {
    world.begin(seriesState(MONDAYS, turns('A B C')));
    note('2026-01-12');
    pause(world, 's1', date('2026-01-12'), 2);
    pause(world, 's1', date('2026-01-05'), 2);
    expect(byIndex(world).map(({ seriesIndex }) => seriesIndex)).toEqual(byIndex(world).map((_, at) => at));
    expect(line(byIndex(world), 4)).toBe('01-19#0A 01-12#1B 02-02#2C 02-09#3A');
  });

  test('keeps the member of an occurrence with a ticked checklist', () => {
    world.begin(seriesState(MONDAYS, turns('A B C')));
    const ticked = world.row('s1', '2026-02-02');
    tick(world, ticked);
    pause(world, 's1', date('2026-01-12'), 14);
    expect(world.rows.get(ticked.id)).toMatchObject({ date: '2026-02-02', seriesIndex: 4 });
    expect(letters(world.rows.get(ticked.id)!.responsibleMemberIds)).toBe('B');
  });
});

describe('applying another rule to all occurrences', () => {
  test('plans one occurrence a day when one time of day replaces two, even if an occurrence has a note', () => {
    const twice = ['08:00', '18:00'].map(civilTime);
    world.begin(seriesState({ frequency: 'daily', times: twice }, turns('A B C')));
    const noted = byIndex(world)[3]!;
    world.set(noted, { isException: true });
    world.edit('s1', '2026-01-05', 'all', {
      recurrence: { frequency: 'daily', times: [civilTime('09:00')] },
    });
    const days = byIndex(world).slice(0, 6);
    expect(days.map(({ originalDate, seriesIndex }) => `${originalDate.slice(5)}#${seriesIndex}`)).toEqual([
      ...['01-05#0', '01-06#1', '01-07#2', '01-08#3', '01-09#4', '01-10#5'],
    ]);
    expect(days[1]?.id).toBe(noted.id);
  });

  test('plans one occurrence per week when a daily rule becomes weekly, but none in the week of an occurrence with a note', () => {
    world.begin(seriesState({ frequency: 'daily' }, turns('A B')));
    note('2026-01-14');
    const noted = world.row('s1', '2026-01-14');
    world.edit('s1', '2026-01-05', 'all', { recurrence: MONDAYS });
    expect(line(byIndex(world), 5)).toBe('01-05#0A 01-14#1B 01-19#2A 01-26#3B 02-02#4A');
    expect(world.rows.get(noted.id)).toMatchObject({ originalDate: '2026-01-12', date: '2026-01-14' });
  });

  test('keeps two occurrences with notes in one week, and plans no third one in that week', () => {
    world.begin(seriesState({ frequency: 'daily' }, turns('A B')));
    note('2026-01-14');
    note('2026-01-16');
    world.edit('s1', '2026-01-05', 'all', { recurrence: MONDAYS });
    const live = byIndex(world);
    expect(live.map(({ seriesIndex }) => seriesIndex)).toEqual(live.map((_, at) => at));
    expect(
      live
        .map((row) => row.date!.slice(5))
        .sort()
        .slice(0, 5),
    ).toEqual(['01-05', '01-14', '01-16', '01-19', '01-26']);
  });
});

describe('moving the last dates of a series beyond its end', () => {
  type Move = (of: SeriesWorld) => unknown;
  const MOVES: Readonly<Record<string, Move>> = {
    'an edit of all dates': (of) => of.edit('s1', '2026-01-05', 'all', { date: date('2026-01-12') }),
    'a pause that postpones dates (mode `later`)': (of) => pause(of, 's1', TODAY, 1),
  };
  const TOUCHES: Readonly<Record<string, Partial<StoredRow>>> = {
    done: { status: 'DONE' },
    noted: { isException: true },
    ticked: { ticked: true, isTouched: true },
  };
  const ENDS: Readonly<Record<string, () => unknown>> = {
    'where the next part of a split begins': () => {
      world.begin(seriesState(MONDAYS, turns('A B')));
      world.edit('s1', '2026-01-26', 'following', { content: { title: 'Glass' } });
    },
    'with the end date of its rule': () =>
      world.begin(seriesState({ ...MONDAYS, until: date('2026-01-25') }, turns('A B'))),
  };
  const CASES = Object.keys(ENDS).flatMap((end) =>
    Object.keys(TOUCHES).flatMap((touch) => Object.keys(MOVES).map((move) => [end, touch, move] as const)),
  );

  test.each(CASES)(
    'moves the last but one turn to the date of the last row, which stays, if the series ends %s, the last row is %s, and the move is %s',
    (...of) => {
      const [end, touch, move] = of;
      ENDS[end]?.();
      const last = world.row('s1', '2026-01-19');
      world.set(last, TOUCHES[touch] ?? {});
      MOVES[move]?.(world);
      expect(line(byIndex(world))).toBe('01-12#0A 01-19#1B 01-19#2A');
      expect(world.rows.get(last.id)).toMatchObject({ seriesIndex: 2, date: '2026-01-19' });
    },
  );
});

describe('applying another rule while a pause is planned', () => {
  const EVERY_THIRD_DAY: RecurrenceRule = { frequency: 'daily', interval: 3 };
  const NOTED = '2026-01-14';
  const live = () => line(byIndex(world), 5);

  describe.each(['later', 'skip'] as const)('of mode %s', (mode) => {
    beforeEach(() => {
      world.begin(seriesState(EVERY_THIRD_DAY, turns('A B')));
      note(NOTED);
      pause(world, 's1', date('2026-01-12'), 7, mode);
    });

    test('plans no other occurrence in the week of an occurrence with a note that lies within the pause', () => {
      const { id } = world.row('s1', NOTED);
      world.edit('s1', '2026-01-05', 'all', { recurrence: MONDAYS });
      expect(live()).toBe('01-05#0A 01-14#1B 01-19#2A 01-26#3B 02-02#4A');
      expect(world.rows.get(id)).toMatchObject({ originalDate: '2026-01-12', date: NOTED });
    });

    test('plans no second occurrence in the week of an occurrence with a note when the pause is removed', () => {
      world.edit('s1', '2026-01-05', 'all', { recurrence: MONDAYS });
      world.apply('s1', planPauses(world.get('s1'), world.of('s1'), [], context()));
      expect(live()).toBe('01-05#0A 01-14#1B 01-19#2A 01-26#3B 02-02#4A');
    });
  });

  test('keeps two occurrences with notes in one week: the first as the occurrence of that week, the second in addition', () => {
    world.begin(seriesState(EVERY_THIRD_DAY, turns('A B')));
    for (const day of [NOTED, '2026-01-17', '2026-01-20']) note(day);
    pause(world, 's1', date('2026-01-12'), 14);
    world.edit('s1', '2026-01-05', 'all', { recurrence: MONDAYS });
    expect(live()).toBe('01-17#0A 01-05#1A 01-14#2B 01-20#3A 01-26#4B');
  });
});

/** Returns a sentence for each invariant that is broken. `before` holds the rows before the last step. */
function broken(of: SeriesWorld, before: Rows, today: CivilDate): string[] {
  return [...of.series.values()].flatMap((series) => brokenOf(of, series, before, today));
}

type Rows = ReadonlyMap<string, StoredRow>;

function brokenOf(
  of: SeriesWorld,
  series: SeriesState & { readonly id: string },
  before: Rows,
  today: CivilDate,
): string[] {
  const rows = of.of(series.id);
  const live = new Map(rows.filter(({ deleted }) => !deleted).map((row) => [row.seriesIndex, row]));
  const trash = new Set(rows.filter(({ deleted }) => deleted).map(placeOfRow));
  const dates = series.ended ? [] : [...seriesDates(series, today, series.horizon)];
  return dates.flatMap((one) => {
    const row = live.get(one.index);
    const isRemoved = trash.has(placeOfDate(one)) || isExcluded(series.excludedDates, one);
    const at = `${series.id} #${one.index} ${placeOfDate(one)}`;
    if (row === undefined) return isRemoved ? [] : [`${at} has no row`];
    if (placeOfRow(row) !== placeOfDate(one)) return [`${at} has the row of ${placeOfRow(row)}`];
    if (!isLive(row) || (row.date ?? '') < today) return [];
    const people = peopleOf(row, series, before.get(row.id), today);
    return letters(people) === letters(row.responsibleMemberIds)
      ? []
      : [`${at} is ${letters(row.responsibleMemberIds)}'s and not ${letters(people)}'s`];
  });
}

/**
 * Returns the expected assignees of a future row. An occurrence that somebody changed on its own is never
 * overwritten (interface specification, series), so it keeps its assignees. If it now stands for another date
 * of the rule and nobody chose its assignees, it has the turn of that date.
 */
function peopleOf(
  row: StoredRow,
  series: SeriesState,
  before: StoredRow | undefined,
  today: CivilDate,
): StoredRow['responsibleMemberIds'] {
  const isKept = row.isException && before?.isException === true;
  // A new series has its own indexes, so they cannot tell whether a row that moved over has the same turn.
  const hasSameTurn =
    row.seriesId === before?.seriesId
      ? row.seriesIndex === before?.seriesIndex
      : letters(row.responsibleMemberIds) === letters(before?.responsibleMemberIds ?? []);
  if (isKept && (hasSameTurn || row.turnReason === 'MANUAL')) return before.responsibleMemberIds;
  if (row.turnReason === 'MANUAL') return [D];
  const { seriesIndex, originalDate } = row;
  return turnIn(series, seriesIndex, originalDate, context(today), row.date ?? originalDate)
    .responsibleMemberIds;
}

const ACTS = [
  'shift',
  'shift',
  'pause',
  'pause',
  'rule',
  'move',
  'note',
  'give',
  'turns',
  'split',
  'tick',
  'finish',
  'delete',
] as const;

/** Rules with an end that is often near enough for a move to take dates beyond it. */
const ENDING = fc
  .tuple(
    RULES,
    fc.oneof(
      fc.integer({ min: 10, max: 120 }).map((days) => ({ until: addDays(TODAY, days) })),
      fc.integer({ min: 2, max: 12 }).map((count) => ({ count })),
    ),
  )
  .map(([rule, end]) => ({ ...withoutEnd(rule), ...end }))
  .filter((rule) => canonicalRule(rule, TODAY, 'mo').ok);
const ALL_RULES = fc.oneof(RULES, ENDING);

/** The scope of each act that is an edit. */
const SCOPES = {
  note: 'this',
  give: 'this',
  rule: 'all',
  move: 'all',
  turns: 'all',
  split: 'following',
} as const;
const isEdit = (what: string): what is keyof typeof SCOPES => what in SCOPES;

const STEPS = fc.array(
  fc.record({
    what: fc.constantFrom(...ACTS),
    place: fc.nat(30),
    days: fc.integer({ min: -14, max: 21 }).filter((days) => days !== 0),
    rule: ALL_RULES,
    rotation: fc.constantFrom(turns('A B'), turns('B C'), turns('C A B'), turns('C')),
    later: fc.constantFrom(0, 0, 1, 5),
  }),
  { maxLength: 9, size: 'max' },
);
const BY_INDEX = fc.constantFrom(turns('A B'), turns('A B C', { length: 2 }), shuffle('ABCD'));

/** The dates of the rows that somebody changed, ticked or did, by id. */
const touchedIn = (of: SeriesWorld) =>
  new Map(
    [...of.rows.values()]
      .filter((row) => row.isException || row.isTouched || row.status === 'DONE')
      .map((row) => [row.id, row.date]),
  );

describe('random pauses of mode skip', () => {
  const TOUCHES = fc.array(fc.record({ place: fc.nat(60), isDone: fc.boolean() }), { maxLength: 4 });
  const PAUSE = fc.record({ place: fc.integer({ min: 1, max: 50 }), days: fc.integer({ min: 1, max: 21 }) });

  const datesOf = (of: SeriesWorld) =>
    byIndex(of)
      .map((row) => `${row.date} for ${placeOfRow(row)}`)
      .sort();

  /** Counts the runs with a touched row within the pause, so that a property without such runs fails. */
  let reached = 0;

  test('change no date after they are removed, even if another rule was applied during the pause', () => {
    reached = 0;
    fc.assert(
      fc.property(RULES, RULES, TOUCHES, PAUSE, (begun, rule, touches, { place, days }) => {
        const worlds = [new SeriesWorld(), new SeriesWorld()] as const;
        for (const each of worlds) {
          each.begin(seriesState(begun, turns('A B C')));
          for (const touch of touches) {
            const row = byIndex(each)[touch.place];
            if (row !== undefined && touch.isDone) each.set(row, { status: 'DONE' });
            else if (row !== undefined)
              each.edit('s1', row.originalDate, 'this', { content: { notes: 'Both' } });
          }
        }
        const [paused, plain] = worlds;
        const from = addDays(TODAY, place);
        pause(paused, 's1', from, days, 'skip');
        const inPause = byIndex(paused).filter(
          ({ date: day }) => day !== null && day >= from && day < addDays(from, days),
        );
        for (const each of worlds) {
          const target = byIndex(each).find((row) => isLive(row) && !row.isException);
          if (target === undefined) return;
          const planned = each.plan('s1', target.originalDate, 'all', { recurrence: rule });
          if (planned.kind === 'plan') each.apply('s1', planned.plan);
        }
        fc.pre(paused.get('s1').start === plain.get('s1').start);
        paused.apply('s1', planPauses(paused.get('s1'), paused.of('s1'), [], context()));
        expect(datesOf(paused)).toEqual(datesOf(plain));
        reached += Math.min(1, inPause.length);
      }),
      runs(200),
    );
    expect(reached).toBeGreaterThan(0);
  });
});

describe('random histories of moves, pauses and rule changes', () => {
  test('keep one row with the right turn for each date, never move rows that somebody changed, and report every move correctly', () => {
    fc.assert(
      fc.property(ALL_RULES, BY_INDEX, STEPS, (begun, rotation, steps) => {
        const each = new SeriesWorld();
        let today = TODAY;
        each.begin(seriesState(begun, rotation), context(today));
        for (const { what, place, days, rule, rotation: other, later } of steps) {
          today = addDays(today, later);
          for (const { id } of [...each.series.values()]) each.extend(id, today);
          const open = [...each.rows.values()].filter((row) => isLive(row) && (row.date ?? '') >= today);
          const row = open.sort((a, b) => (a.date! < b.date! ? -1 : 1))[place % Math.max(open.length, 1)];
          if (row === undefined || row.seriesId === null) continue;
          const { id } = each.get(row.seriesId);
          const kept = touchedIn(each);
          const before = new Map(each.rows);
          const at = context(today);
          const hadTurnOfRule = hasTurnOfRule(row, each.get(id), at);
          const from = addDays(today, place);
          if (what === 'shift')
            for (const [told, day] of shift(each, id, days, from, at))
              expect([told, each.rows.get(told as never)?.date ?? null]).toEqual([told, day]);
          if (what === 'pause')
            for (const [told, day] of pause(each, id, from, Math.abs(days), 'later', at))
              expect([told, each.rows.get(told as never)?.date ?? null]).toEqual([told, day]);
          if (what === 'tick') tick(each, row);
          if (what === 'finish') each.set(row, { status: 'DONE' });
          if (what === 'delete') remove(each, id, row, at);
          if (isEdit(what)) {
            const edit = {
              note: { content: { notes: `Note ${place}` } },
              give: { responsibleMemberIds: [D] },
              rule: { recurrence: rule },
              move: { date: addDays(row.date!, Math.abs(days)) },
              turns: { rotation: other },
              split: { content: { title: `Title ${place}` } },
            }[what];
            const planned = each.plan(id, row.originalDate, SCOPES[what], edit, at);
            if (planned.kind === 'plan') each.apply(id, planned.plan);
            kept.delete(row.id);
            // The addressed occurrence takes the edit, so its turn is checked against the rule, unless it
            // already had another turn.
            if (what === 'give' || (what !== 'note' && hadTurnOfRule)) before.delete(row.id);
          }
          expect(broken(each, before, today)).toEqual([]);
          for (const [touched, day] of kept) expect(each.rows.get(touched)?.date).toBe(day);
        }
      }),
      runs(150),
    );
  }, 120_000);
});
