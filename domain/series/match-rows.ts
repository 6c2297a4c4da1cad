import type { RuleDate } from '../recurrence/expand.js';
import { type RecurrenceRule, timesOf, UNITS } from '../recurrence/rule.js';
import { unitsBetween } from '../rotation/calendar-units.js';
import { toDayNumber, type CivilDate } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import {
  isExcluded,
  placeAt,
  placeOfDate,
  placeOfRow,
  type SeriesPlace,
  livingIndexes,
  type SeriesRow,
} from './series.js';
import { toPlannedDate, type PlannedDate } from './plan.js';

/**
 * Maps each occurrence id to the date of the series that belongs to the occurrence after the dates have
 * changed.
 */
export type Matches = ReadonlyMap<OccurrenceId, PlannedDate>;

/**
 * Matches rows with dates by index. The n-th occurrence of a series stays the n-th, even if the n-th date is
 * another one now.
 *
 * @param dates ordered by index; they are read only up to the highest index of the rows
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
 * Returns the rows except those in the trash whose index a live row has too. If the rule was replaced, an
 * index may belong to another date now, so the deleted row no longer represents the date of its index.
 */
export function withoutReplaced(rows: readonly SeriesRow[]): readonly SeriesRow[] {
  const living = livingIndexes(rows);
  return rows.filter((row) => !row.deleted || !living.has(row.seriesIndex));
}

/**
 * Decides which row gets a date of the rule if several rows that keep their dates are matched with it. Afterwards no
 * two rows have the same place (see {@link SeriesPlace}). The row that already has this place gets it, otherwise a
 * row outside the trash. Every other row keeps the place that it has, and takes only the index (its number in the
 * series) of the matched date. Rows in the trash may share an index with each other or with a row outside the trash.
 *
 * @param excluded the deleted dates. Only a row in the trash may be matched with one of them.
 */
export function resolveMatchConflicts(
  kept: readonly SeriesRow[],
  matches: Matches,
  excluded: readonly SeriesPlace[],
): Matches {
  const settled = new Map(matches);
  const held = new Set<SeriesPlace>(kept.flatMap((row) => (settled.has(row.id) ? [] : placeOfRow(row))));
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

/** A row that is matched with a date. `isThere` is true if this is already the original date and time of the row. */
type Claim = { readonly row: SeriesRow; readonly date: PlannedDate; readonly isThere: boolean };

function firstOfEachPlace(claims: readonly Claim[]): readonly Claim[] {
  const byPlace = Map.groupBy(claims, ({ date }) => placeOfDate(date));
  return [...byPlace.values()].flatMap(
    (own) => own.find(({ isThere }) => isThere) ?? own.find(({ row }) => !row.deleted) ?? own.slice(0, 1),
  );
}

/**
 * Returns true if both rules have the same rhythm, so that the n-th dates of both belong to the same period, for
 * example to the same week.
 */
export function isSameRhythm(one: RecurrenceRule, other: RecurrenceRule): boolean {
  return sameJson(rhythmOf(one), rhythmOf(other));
}

/**
 * Returns a value that is equal for rules with the same rhythm: the frequency, the interval, and the numbers of named
 * days, months, positions and times. The days themselves only matter if a rule selects every such weekday of a month.
 */
function rhythmOf(rule: RecurrenceRule): unknown {
  const { frequency, interval = 1, byDay = [], byMonthDay = [], byMonth = [], bySetPosition = [] } = rule;
  const isPlain = frequency === 'weekly' || byDay.every(({ nthOfPeriod }) => nthOfPeriod !== undefined);
  return [
    ...[frequency, interval, byMonth.length, bySetPosition.length, byMonthDay.length],
    isPlain ? byDay.length : byDay,
    timesOf(rule).length,
  ];
}

export const byPlace = (one: RuleDate, other: RuleDate) => (placeOfDate(one) < placeOfDate(other) ? -1 : 1);

/** The rows to match with dates, in two groups. The rows in `kept` choose first. */
type Choosing = {
  /**
   * Rows that keep their dates, because they are done or skipped or because somebody ticked or changed them. A row
   * without a matching date stays unmatched.
   */
  readonly kept: readonly SeriesRow[];
  /** All other rows. They are matched with the dates that are left. */
  readonly movable: readonly SeriesRow[];
};

/**
 * Matches rows with the dates of a new rule whose rhythm differs from that of the old one (see {@link isSameRhythm}),
 * so that indexes cannot be compared. A row is matched with its own day or, failing that, with a date in the same
 * period of the new rule (the same week or month). Each date is matched once. The dates in `held` are left out or
 * postponed by a pause. Only rows in `kept` can be matched with them.
 *
 * Movable rows without such a date are matched with the remaining dates in order, because a reused row keeps its id
 * and its calendar event.
 */
export function matchByPeriod(
  { kept, movable }: Choosing,
  { dates, held }: { readonly dates: readonly RuleDate[]; readonly held: readonly RuleDate[] },
  before: RecurrenceRule,
  after: RecurrenceRule,
  start: CivilDate,
): Matches {
  const matches = new Map<OccurrenceId, RuleDate>();
  const inOrder = [...dates, ...held].sort(byPlace);
  const free = new Map(inOrder.map((date) => [placeOfDate(date), date]));
  const match = ({ id }: SeriesRow, date: RuleDate) => {
    matches.set(id, date);
    free.delete(placeOfDate(date));
  };
  const isOpen = (row: SeriesRow) => !matches.has(row.id);
  const distance = distanceBy(before, after);
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
      const [nearest] = candidates.sort((one, other) => distance(row, one) - distance(row, other));
      if (nearest !== undefined) match(row, nearest);
    }
    for (const date of held) free.delete(placeOfDate(date));
  }
  const left = [...free.values()];
  for (const [at, row] of movable.filter(isOpen).entries()) {
    const date = left[at];
    if (date !== undefined) match(row, date);
  }
  return matches;
}

/**
 * Returns a function that computes the distance between a row and a date, in days times 100. On the
 * same day, the n-th time of the old rule is closest to the n-th time of the new rule.
 */
function distanceBy(before: RecurrenceRule, after: RecurrenceRule) {
  const [old, now] = [timesOf(before), timesOf(after)];
  return ({ originalDate, originalTime }: SeriesRow, { date, time }: RuleDate) => {
    const days = Math.abs(toDayNumber(originalDate) - toDayNumber(date));
    const was = originalTime === null ? 0 : Math.max(0, old.indexOf(originalTime));
    return days * 100 + Math.abs(was - (time === undefined ? 0 : now.indexOf(time)));
  };
}

/**
 * Returns the number of the rule's period (interval of days, weeks, months or years) that contains `date`,
 * counted from `start`.
 */
function periodAt(rule: RecurrenceRule, start: CivilDate, date: CivilDate): number {
  const { frequency, interval = 1, firstDayOfWeek = 'mo' } = rule;
  return Math.floor(unitsBetween(UNITS[frequency], start, date, firstDayOfWeek) / interval);
}
