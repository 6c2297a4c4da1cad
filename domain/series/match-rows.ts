import type { RuleDate } from '../recurrence/expand.js';
import type { RecurrenceRule } from '../recurrence/rule.js';
import { unitsBetween } from '../rotation/calendar-units.js';
import { toDayNumber, type CivilDate } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import { isExcluded, placeAt, placeOfDate, placeOfRow, timesOf, type Place } from './places.js';
import { toPlannedDate, type PlannedDate } from './plan.js';
import type { SeriesRow } from './series.js';

/** The date of a series that each of its rows stands for, after the dates of the series have changed. */
export type Matches = ReadonlyMap<OccurrenceId, PlannedDate>;

/**
 * Matches rows with dates by index: an occurrence stays the n-th of its series, whatever date the n-th has now.
 * `dates` in order of their indexes, as far as the caller wants; no more of them are read than the rows need.
 */
export function matchByIndex(rows: readonly SeriesRow[], dates: Iterable<PlannedDate>): Matches {
  const last = Math.max(-1, ...rows.map(({ seriesIndex }) => seriesIndex));
  const byIndex = new Map<number, PlannedDate>();
  for (const date of dates) {
    if (date.index > last) break;
    byIndex.set(date.index, date);
  }
  return new Map(
    rows.flatMap(({ id, seriesIndex }) => {
      const date = byIndex.get(seriesIndex);
      return date === undefined ? [] : [[id, date] as const];
    }),
  );
}

/**
 * The matches of rows that keep their dates, as far as each can have the place of its date: a deleted date, or a row that
 * stands for none, may have it. Such a row has the index of its date and keeps its own place.
 */
export function settleMatches(
  kept: readonly SeriesRow[],
  matches: Matches,
  excluded: readonly Place[],
): Matches {
  const settled = new Map(matches);
  const held = new Set<Place>(kept.flatMap((row) => (settled.has(row.id) ? [] : placeOfRow(row))));
  const isHeld = (date: PlannedDate, { deleted }: SeriesRow) =>
    held.has(placeOfDate(date)) || (!deleted && isExcluded(excluded, date));
  let left = kept.filter((row) => settled.has(row.id));
  for (let found = left.length; found > 0;) {
    const blocked = left.filter((row) => {
      const date = settled.get(row.id);
      return date !== undefined && placeOfDate(date) !== placeOfRow(row) && isHeld(date, row);
    });
    for (const row of blocked) {
      const index = settled.get(row.id)?.index ?? row.seriesIndex;
      settled.set(row.id, { ...toPlannedDate(row), index });
      held.add(placeOfRow(row));
    }
    const done = new Set(blocked);
    left = left.filter((row) => !done.has(row));
    found = blocked.length;
  }
  return settled;
}

/** Returns true if the n-th date of both rules belongs to the same period, for example to the same week. */
export function isSameRhythm(one: RecurrenceRule, other: RecurrenceRule): boolean {
  return sameJson(rhythmOf(one), rhythmOf(other));
}

/** How often the rule gives a date, without saying on which days. */
function rhythmOf(rule: RecurrenceRule): unknown {
  const { frequency, interval = 1, byDay = [], byMonthDay = [], byMonth = [], bySetPosition = [] } = rule;
  const isPlain = frequency === 'weekly' || byDay.every(({ nthOfPeriod }) => nthOfPeriod !== undefined);
  return [
    ...[frequency, interval, byMonth.length, bySetPosition.length, byMonthDay.length],
    isPlain ? byDay.length : byDay,
    timesOf(rule).length,
  ];
}

/** Rows in the order in which they may choose a date. */
type Choosing = {
  /** Touched, done or skipped: these choose first, and what finds no date stays without one. */
  readonly kept: readonly SeriesRow[];
  /** Untouched rows, which fill whatever dates are left. */
  readonly movable: readonly SeriesRow[];
};

/**
 * Matches rows with the dates of a rule that repeats more often or more rarely than the one before, so that indexes say
 * nothing: a row stands for its own day, or else for a date of the same period of the new rule (its week, its month).
 * Each date is matched once. Untouched rows without a date of their own take those that are left, in order, because a row
 * that lives on keeps its id and its calendar event.
 */
export function matchByPeriod(
  { kept, movable }: Choosing,
  dates: readonly RuleDate[],
  before: RecurrenceRule,
  after: RecurrenceRule,
  start: CivilDate,
): Matches {
  const matches = new Map<OccurrenceId, RuleDate>();
  const free = new Map(dates.map((date) => [placeOfDate(date), date]));
  const match = ({ id }: SeriesRow, date: RuleDate) => {
    matches.set(id, date);
    free.delete(placeOfDate(date));
  };
  const isOpen = (row: SeriesRow) => !matches.has(row.id);
  const nth = ordinals(before, after);
  const periodOf = (date: CivilDate) => periodAt(after, start, date);
  for (const rows of [kept, movable]) {
    for (const row of rows) {
      const same = free.get(placeOfRow(row)) ?? free.get(placeAt(row.originalDate));
      if (same !== undefined) match(row, same);
    }
    const byPeriod = Map.groupBy(free.values(), ({ date }) => periodOf(date));
    for (const row of rows.filter(isOpen)) {
      const candidates = (byPeriod.get(periodOf(row.originalDate)) ?? []).filter((one) =>
        free.has(placeOfDate(one)),
      );
      const [nearest] = candidates.sort((one, other) => nth.distance(row, one) - nth.distance(row, other));
      if (nearest !== undefined) match(row, nearest);
    }
  }
  const left = [...free.values()];
  for (const [at, row] of movable.filter(isOpen).entries()) {
    const date = left[at];
    if (date !== undefined) match(row, date);
  }
  return matches;
}

/** How far a row is from a date; on the same day, the n-th time of the old rule is nearest to the n-th of the new one. */
function ordinals(before: RecurrenceRule, after: RecurrenceRule) {
  const [old, now] = [timesOf(before), timesOf(after)];
  const distance = ({ originalDate, originalTime }: SeriesRow, { date, time }: RuleDate) => {
    const days = Math.abs(toDayNumber(originalDate) - toDayNumber(date));
    const was = originalTime === null ? 0 : Math.max(0, old.indexOf(originalTime));
    return days * 100 + Math.abs(was - (time === undefined ? 0 : now.indexOf(time)));
  };
  return { distance };
}

/** The number of the period of the rule that a day belongs to. */
function periodAt(rule: RecurrenceRule, start: CivilDate, date: CivilDate): number {
  const { frequency, interval = 1, firstDayOfWeek = 'mo' } = rule;
  switch (frequency) {
    case 'daily':
      return Math.floor(unitsBetween('day', start, date, firstDayOfWeek) / interval);
    case 'weekly':
      return Math.floor(unitsBetween('week', start, date, firstDayOfWeek) / interval);
    case 'monthly':
      return Math.floor(unitsBetween('month', start, date, firstDayOfWeek) / interval);
    case 'yearly':
      return Math.floor((Number(date.slice(0, 4)) - Number(start.slice(0, 4))) / interval);
  }
}
