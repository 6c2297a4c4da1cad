import type { RuleDate } from '../recurrence/expand.js';
import { type RecurrenceRule, timesOf } from '../recurrence/rule.js';
import { unitsBetween } from '../rotation/calendar-units.js';
import { toDayNumber, type CivilDate } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import { isExcluded, placeAt, placeOfDate, placeOfRow, type Place } from './places.js';
import { toPlannedDate, type PlannedDate } from './plan.js';
import { livingIndexes, type SeriesRow } from './series.js';

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
 * Returns the rows without those in the trash whose index a live row has. After another rule was laid over the series, an
 * index may mean another date, and then such a row does not hold the date of its index any more.
 */
export function withoutReplaced(rows: readonly SeriesRow[]): readonly SeriesRow[] {
  const living = livingIndexes(rows);
  return rows.filter((row) => !row.deleted || !living.has(row.seriesIndex));
}

/**
 * Returns the matches of rows that keep their dates, as far as each can have the place of its date. A row that cannot has
 * the index of its date and keeps its own place. A place goes to one row only, although rows in the trash may share an
 * index with each other or with a live row: the row that has it already comes first, then a live one.
 *
 * @param excluded deleted dates, which only a row in the trash may stand for
 */
export function settleMatches(
  kept: readonly SeriesRow[],
  matches: Matches,
  excluded: readonly Place[],
): Matches {
  const settled = new Map(matches);
  const held = new Set<Place>(kept.flatMap((row) => (settled.has(row.id) ? [] : placeOfRow(row))));
  const isBlocked = ({ row, date, isThere }: Claim) =>
    !isThere && (held.has(placeOfDate(date)) || (!row.deleted && isExcluded(excluded, date)));
  let claims = kept.flatMap((row): Claim[] => {
    const date = settled.get(row.id);
    return date === undefined ? [] : [{ row, date, isThere: placeOfDate(date) === placeOfRow(row) }];
  });
  for (let found = claims.length; found > 0;) {
    const winning = new Set(firstOfEachPlace(claims.filter((claim) => !isBlocked(claim))));
    const losing = claims.filter((claim) => !winning.has(claim));
    for (const { row, date } of losing) {
      settled.set(row.id, { ...toPlannedDate(row), index: date.index });
      held.add(placeOfRow(row));
    }
    claims = claims.filter((claim) => winning.has(claim));
    found = losing.length;
  }
  return settled;
}

/** A row that would have the place of a date; `isThere`: it has that place already. */
type Claim = { readonly row: SeriesRow; readonly date: PlannedDate; readonly isThere: boolean };

function firstOfEachPlace(claims: readonly Claim[]): readonly Claim[] {
  const byPlace = Map.groupBy(claims, ({ date }) => placeOfDate(date));
  return [...byPlace.values()].flatMap(
    (own) => own.find(({ isThere }) => isThere) ?? own.find(({ row }) => !row.deleted) ?? own.slice(0, 1),
  );
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
