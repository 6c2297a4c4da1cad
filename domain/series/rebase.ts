import type { RuleDate } from '../recurrence/expand.js';
import { type RecurrenceRule, withoutParts, timesOf } from '../recurrence/rule.js';
import { continueSegments } from '../rotation/segment.js';
import { addDays, type CivilDate, laterDate } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import {
  END_OF_CALENDAR,
  firstDate,
  postponedDates,
  skippedDates,
  isRule,
  seriesDates,
  datesOfRows,
  startAt,
  startBefore,
} from './dates.js';
import { findExcludedIndexes } from './excluded-turns.js';
import { withRecordedIndexes, recomputePauses } from './recompute-pauses.js';
import { byPlace, isSameRhythm, matchByIndex, matchByPeriod, type Matches } from './match-rows.js';
import {
  isExcluded,
  placeOfDate,
  placeOfRow,
  type SeriesPlace,
  isRowOpen,
  rowsBeside,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { toPlannedDate } from './plan.js';
import type { ResolvedEdit } from './resolve-edit.js';

/** An edit to be applied to a series, together with the rows that it affects. */
export type RebaseInput = {
  readonly rows: readonly SeriesRow[];
  readonly movable: readonly SeriesRow[];
  readonly edit: ResolvedEdit;
  /** The next date to come, before the edit. */
  readonly next: RuleDate;
  readonly context: PlanContext;
};

type Rebased = {
  readonly series: SeriesState;
  /** null means that rows match dates by index. */
  readonly matches: Matches | null;
};

/**
 * Returns the series with its new rule starting on or after `from`. Returns null if no date is left: the next
 * part of a split series has begun, the count is used up, or every date of the rule was deleted.
 */
export function rebase(
  before: SeriesState,
  series: SeriesState,
  from: CivilDate,
  laying: RebaseInput,
): Rebased | null {
  const { recurrence } = series;
  if (!isRule(recurrence)) return null;
  const { edit } = laying;
  const isByIndex =
    edit.moved !== null || !isRule(before.recurrence) || isSameRhythm(before.recurrence, recurrence);
  const begin = beginner(series, recurrence, edit.anchor, from, laying);
  const rebased = isByIndex
    ? rebaseByIndex(before, from, laying, begin)
    : rebaseByPeriod(before, from, laying, begin);
  return rebased !== null && hasDateLeft(rebased, laying) ? rebased : null;
}

/** Returns true if the rule gives a date that is not excluded and not yet done or skipped. */
function hasDateLeft({ series, matches }: Rebased, { rows, movable }: RebaseInput): boolean {
  const had = rowsBeside(rows, movable).filter((row) => !isRowOpen(row));
  const dates = () => seriesDates(series, series.start, END_OF_CALENDAR);
  const matched = matches ?? matchByIndex(had, dates());
  const places = new Set(had.flatMap(({ id }) => matched.get(id) ?? []).map(placeOfDate));
  for (const date of dates())
    if (!places.has(placeOfDate(date)) && !isExcluded(series.excludedDates, date)) return true;
  return false;
}

/**
 * Rebases by index. The first date takes the index of the first row to come: a movable row, or a row before
 * it that stays on a date from `from` on and stands for this date.
 */
function rebaseByIndex(
  before: SeriesState,
  from: CivilDate,
  { rows, movable, edit, next }: RebaseInput,
  begin: Begin,
): Rebased | null {
  const kept = rowsBeside(rows, movable).filter((row) => edit.moved !== null || !row.deleted);
  const last = lastBefore(kept, from, next.index);
  const standing = kept.filter((row) => row.originalDate >= from && row.seriesIndex > last);
  const deleted = edit.moved === null ? [] : findExcludedIndexes(before, from).values();
  const index = Math.min(
    next.index,
    ...standing.map(({ seriesIndex }) => seriesIndex),
    ...[...deleted].filter((one) => one > last),
  );
  const places = kept.filter(({ seriesIndex }) => seriesIndex < index).map(placeOfRow);
  const trash = edit.moved === null ? rows.filter(({ deleted: isGone }) => isGone).map(placeOfRow) : [];
  const staying = new Set(rowsBeside(rows, movable).map(({ seriesIndex }) => seriesIndex));
  const series = begin(index, new Set<SeriesPlace>([...places, ...trash]), (date) => staying.has(date.index));
  return series && { series, matches: null };
}

/** Returns the highest index below `index` of a live row dated before `from`, or -1. */
function lastBefore(kept: readonly SeriesRow[], from: CivilDate, index: number): number {
  const before = kept.filter((row) => !row.deleted && row.originalDate < from && row.seriesIndex < index);
  return Math.max(-1, ...before.map(({ seriesIndex }) => seriesIndex));
}

/**
 * Rebases by period. A row that stays stands for the date of its period and takes its index. If several rows
 * stay in one period, the others get indexes before the first date of the new rule, as separate occurrences.
 * The same applies to a row whose possible dates all lie beyond the count.
 *
 * A row in a period whose dates fall into a pause stands for one of these dates, so that the period gets no
 * second row when the pause ends. If a `later` pause postpones an earlier date, this is not possible, because
 * all dates after that one are postponed too.
 */
function rebaseByPeriod(
  before: SeriesState,
  from: CivilDate,
  { rows, movable, next }: RebaseInput,
  begin: Begin,
): Rebased | null {
  const kept = rowsBeside(rows, movable).filter((row) => !row.deleted);
  const staying = kept.filter((row) => row.originalDate >= from || row.seriesIndex > next.index);
  const trash = rows.filter(({ deleted }) => deleted).map(placeOfRow);
  const begun = begin(0, new Set(trash), () => false);
  if (begun === null || !isRule(begun.recurrence)) return null;
  const last = [before.horizon, ...staying.map(({ originalDate }) => originalDate)].reduce(laterDate);
  const endless = { ...begun, recurrence: withoutParts(begun.recurrence, 'count') };
  const to = laterDate(addDays(last, 1), addDays(firstDate(endless, begun.start)?.date ?? last, 1));
  const isTrash = new Set<SeriesPlace>(trash);
  const choosing = { before, begun, kept, staying, movable, next, to };
  const isFree = (one: RuleDate) => !isTrash.has(placeOfDate(one)) && !isExcluded(begun.excludedDates, one);
  let dates = [...seriesDates(endless, begun.start, to)].filter(isFree);
  const window = [endless, begun.start, to] as const;
  let held = [...skippedDates(...window), ...postponedDates(...window)].filter(isFree);
  // The first index is known only now, so only now does the count decide how many dates remain, and only now
  // is it known which dates a pause postpones. Repeat until every matched row has its date.
  for (;;) {
    const laid = layByPeriod(choosing, { dates, held }, (index, stays) =>
      begin(index, new Set(trash), stays),
    );
    if (laid === null || laid.isComplete) return laid;
    const isLeft = (date: RuleDate) => laid.dateAt.has(placeOfDate(date));
    [dates, held] = [dates.filter(isLeft), held.filter(isLeft)];
  }
}

type PeriodChoice = {
  readonly before: SeriesState;
  readonly begun: SeriesState;
  readonly kept: readonly SeriesRow[];
  readonly staying: readonly SeriesRow[];
  readonly movable: readonly SeriesRow[];
  readonly next: RuleDate;
  readonly to: CivilDate;
};

type Laid = Rebased & {
  /** The dates of the rule that a row can have, by place. Dates beyond the count of the rule are left out. */
  readonly dateAt: ReadonlyMap<SeriesPlace, RuleDate>;
  /** True if every matched row that stays has its date. */
  readonly isComplete: boolean;
};

function layByPeriod(
  { before, begun, kept, staying, movable, next, to }: PeriodChoice,
  { dates, held }: { readonly dates: readonly RuleDate[]; readonly held: readonly RuleDate[] },
  begin: (index: number, stays: Stays) => SeriesState | null,
): Laid | null {
  if (!isRule(begun.recurrence) || !isRule(before.recurrence)) return null;
  const places = matchByPeriod(
    { kept: staying, movable },
    { dates, held },
    before.recurrence,
    begun.recurrence,
    begun.start,
  );
  const placesStaying = new Set(staying.flatMap(({ id }) => places.get(id) ?? []).map(placeOfDate));
  const isHeldByRow: Stays = (date) => placesStaying.has(placeOfDate(date));
  const inOrder = [...dates, ...held.filter(isHeldByRow)].sort(byPlace);
  const leading = leadingDone(inOrder, staying, places);
  const unmatched = kept.filter(({ id }) => !places.has(id));
  const stays = new Set(staying);
  const beside = unmatched.filter((row) => stays.has(row));
  const past = unmatched.filter((row) => !stays.has(row)).map(({ seriesIndex }) => seriesIndex);
  const floor = Math.max(-1, ...past) + 1;
  const due = Math.min(
    next.index,
    ...staying
      .filter((row) => isRowOpen(row) && row.seriesIndex >= floor)
      .map(({ seriesIndex }) => seriesIndex),
  );
  const index = Math.max(due - leading, floor + beside.length);
  const series = begin(index, isHeldByRow);
  if (series === null) return null;
  const turned = { ...series, segments: continueSegments(series.segments, due, index + leading) };
  const window = [turned, turned.start, to] as const;
  const standing = [...datesOfRows(...window), ...skippedDates(...window)];
  const dateAt = new Map(standing.map((one) => [placeOfDate(one), one]));
  const matches = new Map<OccurrenceId, RuleDate>();
  for (const [id, place] of places) {
    const date = dateAt.get(placeOfDate(place));
    if (date !== undefined) matches.set(id, date);
  }
  const isComplete = staying.every(({ id }) => matches.has(id) || !places.has(id));
  for (const [at, row] of beside.entries()) matches.set(row.id, { ...toPlannedDate(row), index: floor + at });
  return { series: turned, matches, dateAt, isComplete };
}

/** Returns how many of the first dates are already done, so that their turns have been used. */
function leadingDone(dates: readonly RuleDate[], staying: readonly SeriesRow[], matches: Matches): number {
  const done = new Set(
    staying
      .filter((row) => !isRowOpen(row))
      .flatMap(({ id }) => {
        const date = matches.get(id);
        return date === undefined ? [] : [placeOfDate(date)];
      }),
  );
  const first = dates.findIndex((date) => !done.has(placeOfDate(date)));
  return first < 0 ? dates.length : first;
}

/**
 * Starts the new rule with this index on the first date whose place is not taken. Returns null if there is
 * none.
 */
type Begin = (index: number, taken: ReadonlySet<SeriesPlace>, stays: Stays) => SeriesState | null;

/** Returns true if a row that keeps its date stands for this date, so that no pause postpones it. */
type Stays = (date: RuleDate) => boolean;

function beginner(
  series: SeriesState,
  recurrence: RecurrenceRule,
  anchor: CivilDate,
  from: CivilDate,
  { context: { today } }: RebaseInput,
): Begin {
  const rule = withoutParts(recurrence, 'count');
  const start = startBefore(rule, anchor, from);
  // A rule that begins within a pause without an end waits for its end, like any other.
  const pauses = series.pauses.filter(({ to }) => to !== null && to >= from);
  // If the first date lies within a `later` pause, it is the start all the same, so that the end of the rule
  // moves with it.
  const begunWithin = {
    ...{ ...series, recurrence: rule, start, startIndex: 0 },
    pauses: pauses.filter(({ mode }) => mode !== 'later'),
  };
  return (index, taken, stays) => {
    if (index >= (recurrence.count ?? Infinity)) return null;
    for (const place of seriesDates(begunWithin, from, END_OF_CALENDAR)) {
      if (taken.has(placeOfDate(place)) || isExcluded(series.excludedDates, place)) continue;
      const { date, time } = place;
      // Earlier times of the same day have used up their turns.
      const nth = time === undefined ? 0 : timesOf(rule).indexOf(time);
      const begun = {
        ...series,
        start: startAt(rule, start, date),
        startIndex: Math.max(0, index - nth),
      };
      return {
        ...begun,
        pauses: recomputePauses(begun, (known, pause) => withRecordedIndexes(known, pause, stays, today)),
      };
    }
    return null;
  };
}
