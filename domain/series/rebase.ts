import type { RuleDate } from '../recurrence/expand.js';
import { type RecurrenceRule, timesOf } from '../recurrence/rule.js';
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
import { omit } from '../shared/json.js';

/** An edit to be applied to a series, together with the rows that it affects. */
export type RebaseInput = {
  readonly rows: readonly SeriesRow[];
  readonly movable: readonly SeriesRow[];
  readonly edit: ResolvedEdit;
  /** The next planned date as it was before the edit. */
  readonly next: RuleDate;
  readonly context: PlanContext;
};

type Rebased = {
  readonly series: SeriesState;
  /** The new date of each row. null means that rows and dates are matched by index. */
  readonly matches: Matches | null;
};

/**
 * Returns the series with its new rule, which starts on or after `from`. Returns null if the series does not repeat
 * by a rule, or if no date is left. The latter is the case if the next part of a split series has begun, the count is
 * used up, or every date of the rule is done or deleted.
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

/** Returns true if the rule gives a date that is not excluded and whose row is not done, skipped or in the trash. */
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
 * Applies the new rule and matches rows with dates by index. The first date of the new rule gets the lowest of these
 * indexes: that of the next planned date, that of each row which keeps a date on or after `from`, and, if all dates
 * move by some days, that of each deleted date.
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
 * Applies the new rule and matches rows with dates by period, such as the same week.
 *
 * - A row that keeps its date is matched with the date of the rule in the same period and takes the index of that
 *   date.
 * - If several rows keep their dates in one period, only one of them is matched. The others get indexes before the
 *   first date of the new rule. So does a row whose possible dates are all beyond the count of the rule.
 * - If a pause skips or postpones the dates of a period, a row in that period is still matched with one of them.
 *   Otherwise the period would get a second row when the pause ends. This is not possible if a `later` pause postpones
 *   an earlier date, because all dates after that one are postponed too.
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
  const endless = { ...begun, recurrence: omit(begun.recurrence, 'count') };
  const to = laterDate(addDays(last, 1), addDays(firstDate(endless, begun.start)?.date ?? last, 1));
  const isTrash = new Set<SeriesPlace>(trash);
  const choosing = { before, begun, kept, staying, movable, next, to };
  const isFree = (one: RuleDate) => !isTrash.has(placeOfDate(one)) && !isExcluded(begun.excludedDates, one);
  let dates = [...seriesDates(endless, begun.start, to)].filter(isFree);
  const window = [endless, begun.start, to] as const;
  let held = [...skippedDates(...window), ...postponedDates(...window)].filter(isFree);
  // The index of the first date depends on the matches. It decides how many dates the count leaves and which dates a
  // pause postpones, so some of the matched dates may not exist. The loop then matches again without those dates,
  // until every matched row has its date.
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
  /**
   * The dates of the rule that a row can have, without dates beyond the count of the rule. The key is the date with
   * its time, see SeriesPlace.
   */
  readonly dateAt: ReadonlyMap<SeriesPlace, RuleDate>;
  /** True if every matched row that keeps its date still has a matching date. */
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

/** Returns how many of the first dates are already done or skipped. Their turns have been used. */
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
 * Starts the new rule on the first date that is neither deleted nor in `taken`, and gives this date the index
 * `index`. Returns null if there is no such date, or if the count of the rule leaves no date for that index.
 */
type Begin = (index: number, taken: ReadonlySet<SeriesPlace>, stays: Stays) => SeriesState | null;

/**
 * Returns true if a row that keeps its date is matched with this date. A pause does not postpone such a date.
 */
type Stays = (date: RuleDate) => boolean;

function beginner(
  series: SeriesState,
  recurrence: RecurrenceRule,
  anchor: CivilDate,
  from: CivilDate,
  { context: { today } }: RebaseInput,
): Begin {
  const rule = omit(recurrence, 'count');
  const start = startBefore(rule, anchor, from);
  // Pauses without an end are ignored here. If the rule starts within one, its dates are postponed until
  // somebody ends the pause.
  const pauses = series.pauses.filter(({ to }) => to !== null && to >= from);
  // The rule starts on its first date even if that date is within a `later` pause, so that the pause also
  // postpones the end of the rule.
  const begunWithin = {
    ...{ ...series, recurrence: rule, start, startIndex: 0 },
    pauses: pauses.filter(({ mode }) => mode !== 'later'),
  };
  return (index, taken, stays) => {
    if (index >= (recurrence.count ?? Infinity)) return null;
    for (const place of seriesDates(begunWithin, from, END_OF_CALENDAR)) {
      if (taken.has(placeOfDate(place)) || isExcluded(series.excludedDates, place)) continue;
      const { date, time } = place;
      // A series can have several times a day, each with an index of its own. If its first occurrence is not at the
      // first time of that day, the index of the first time is smaller by `nth`.
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
