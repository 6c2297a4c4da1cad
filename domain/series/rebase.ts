import type { SeriesPause } from '../days/pause.js';
import type { RuleDate } from '../recurrence/expand.js';
import { type RecurrenceRule, withoutParts, timesOf } from '../recurrence/rule.js';
import { carriedOn } from '../rotation/segment.js';
import { addDays, type CivilDate, laterDate } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import { END_OF_CALENDAR, firstDate, isRule, seriesDates, startAt, startBefore } from './dates.js';
import { indexesExcluded } from './excluded-turns.js';
import { pauseBefore, pausesAnew } from './later.js';
import { isSameRhythm, matchByIndex, matchByPeriod, type Matches } from './match-rows.js';
import { isExcluded, placeOfDate, placeOfRow, type Place } from './places.js';
import { toPlannedDate } from './plan.js';
import type { ResolvedEdit } from './resolve-edit.js';
import { isOpen, rowsBeside, type PlanContext, type SeriesRow, type SeriesState } from './series.js';

/** An edit that is laid over a series, with the rows that it meets. */
export type Laying = {
  readonly rows: readonly SeriesRow[];
  readonly movable: readonly SeriesRow[];
  readonly edit: ResolvedEdit;
  /** The first date that is to come, as it was. */
  readonly next: RuleDate;
  readonly context: PlanContext;
};

type Rebased = {
  readonly series: SeriesState;
  /** null: by index. */
  readonly matches: Matches | null;
};

/**
 * The series with its new rule begun on `from` or later. Null when no date is left, for another series has begun, the count
 * is used up, or all that the rule gives were deleted.
 */
export function rebase(
  before: SeriesState,
  series: SeriesState,
  from: CivilDate,
  laying: Laying,
): Rebased | null {
  const { recurrence } = series;
  if (!isRule(recurrence)) return null;
  const { edit } = laying;
  const isByIndex =
    edit.moved !== null || !isRule(before.recurrence) || isSameRhythm(before.recurrence, recurrence);
  // Where rows get other indexes, none of theirs is due within a pause: no date that a row stands for lies there.
  const staying = isByIndex ? rowsBeside(laying.rows, laying.movable) : [];
  const indexes = new Set(staying.map(({ seriesIndex }) => seriesIndex));
  const begin = beginner(series, recurrence, edit.anchor, from, indexes, laying);
  const rebased = isByIndex
    ? rebaseByIndex(before, from, laying, begin)
    : rebaseByPeriod(before, from, laying, begin);
  return rebased !== null && hasDateLeft(rebased, laying) ? rebased : null;
}

/** Whether the rule gives a date that is not done or skipped already, and that nobody deleted. */
function hasDateLeft({ series, matches }: Rebased, { rows, movable }: Laying): boolean {
  const had = rowsBeside(rows, movable).filter((row) => !isOpen(row));
  const dates = () => seriesDates(series, series.start, END_OF_CALENDAR);
  const matched = matches ?? matchByIndex(had, dates());
  const places = new Set(had.flatMap(({ id }) => matched.get(id) ?? []).map(placeOfDate));
  for (const date of dates())
    if (!places.has(placeOfDate(date)) && !isExcluded(series.excludedDates, date)) return true;
  return false;
}

/**
 * The first date gets the index of the first row to come: one that may move, or one before it that stays on a date from
 * `from` on and stands for this date.
 */
function rebaseByIndex(
  before: SeriesState,
  from: CivilDate,
  { rows, movable, edit, next }: Laying,
  begin: Begin,
): Rebased | null {
  const kept = rowsBeside(rows, movable).filter((row) => edit.moved !== null || !row.deleted);
  const last = lastBefore(kept, from, next.index);
  const standing = kept.filter((row) => row.originalDate >= from && row.seriesIndex > last);
  const deleted = edit.moved === null ? [] : indexesExcluded(before, from).values();
  const index = Math.min(
    next.index,
    ...standing.map(({ seriesIndex }) => seriesIndex),
    ...[...deleted].filter((one) => one > last),
  );
  const places = kept.filter(({ seriesIndex }) => seriesIndex < index).map(placeOfRow);
  const trash = edit.moved === null ? rows.filter(({ deleted: isGone }) => isGone).map(placeOfRow) : [];
  const series = begin(index, new Set<Place>([...places, ...trash]));
  return series && { series, matches: null };
}

/** The highest index of a row from before `from` that is not deleted, and comes before `index`. */
function lastBefore(kept: readonly SeriesRow[], from: CivilDate, index: number): number {
  const before = kept.filter((row) => !row.deleted && row.originalDate < from && row.seriesIndex < index);
  return Math.max(-1, ...before.map(({ seriesIndex }) => seriesIndex));
}

/**
 * Rows that stay stand for the date of their period, and get its index. Where several stand in one period, the others come
 * before the rule in the order of indexes, each an occurrence of its own. So does one whose dates all lie beyond the count.
 */
function rebaseByPeriod(
  before: SeriesState,
  from: CivilDate,
  { rows, movable, next }: Laying,
  begin: Begin,
): Rebased | null {
  const kept = rowsBeside(rows, movable).filter((row) => !row.deleted);
  const staying = kept.filter((row) => row.originalDate >= from || row.seriesIndex > next.index);
  const trash = rows.filter(({ deleted }) => deleted).map(placeOfRow);
  const begun = begin(0, new Set(trash));
  if (begun === null || !isRule(begun.recurrence)) return null;
  const last = [before.horizon, ...staying.map(({ originalDate }) => originalDate)].reduce(laterDate);
  const endless = { ...begun, recurrence: withoutParts(begun.recurrence, 'count') };
  const to = laterDate(addDays(last, 1), addDays(firstDate(endless, begun.start)?.date ?? last, 1));
  const isTrash = new Set<Place>(trash);
  const choosing = { before, begun, kept, staying, movable, next, to };
  let dates = [...seriesDates(endless, begun.start, to)].filter(
    (one) => !isTrash.has(placeOfDate(one)) && !isExcluded(begun.excludedDates, one),
  );
  // The count says only now, when the first index is known, how many of the dates there are.
  for (;;) {
    const laid = layByPeriod(choosing, dates, (index) => begin(index, new Set(trash)));
    if (laid === null || laid.isWithinCount) return laid;
    dates = dates.filter((date) => laid.byPlace.has(placeOfDate(date)));
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
  /** The dates that the series has, with its count. */
  readonly byPlace: ReadonlyMap<Place, RuleDate>;
  /** Whether the series has the date of each row that stays. */
  readonly isWithinCount: boolean;
};

function layByPeriod(
  { before, begun, kept, staying, movable, next, to }: PeriodChoice,
  dates: readonly RuleDate[],
  begin: (index: number) => SeriesState | null,
): Laid | null {
  if (!isRule(begun.recurrence) || !isRule(before.recurrence)) return null;
  const places = matchByPeriod(
    { kept: staying, movable },
    dates,
    before.recurrence,
    begun.recurrence,
    begun.start,
  );
  const leading = leadingDone(dates, staying, places);
  const unmatched = kept.filter(({ id }) => !places.has(id));
  const stays = new Set(staying);
  const beside = unmatched.filter((row) => stays.has(row));
  const past = unmatched.filter((row) => !stays.has(row)).map(({ seriesIndex }) => seriesIndex);
  const floor = Math.max(-1, ...past) + 1;
  const due = Math.min(
    next.index,
    ...staying.filter((row) => isOpen(row) && row.seriesIndex >= floor).map(({ seriesIndex }) => seriesIndex),
  );
  const index = Math.max(due - leading, floor + beside.length);
  const series = begin(index);
  if (series === null) return null;
  const turned = { ...series, segments: carriedOn(series.segments, due, index + leading) };
  const byPlace = new Map([...seriesDates(turned, turned.start, to)].map((one) => [placeOfDate(one), one]));
  const matches = new Map<OccurrenceId, RuleDate>();
  for (const [id, place] of places) {
    const date = byPlace.get(placeOfDate(place));
    if (date !== undefined) matches.set(id, date);
  }
  const isWithinCount = staying.every(({ id }) => matches.has(id) || !places.has(id));
  for (const [at, row] of beside.entries()) matches.set(row.id, { ...toPlannedDate(row), index: floor + at });
  return { series: turned, matches, byPlace, isWithinCount };
}

/** How many of the first dates are done already: their turns have been had. */
function leadingDone(dates: readonly RuleDate[], staying: readonly SeriesRow[], matches: Matches): number {
  const done = new Set(
    staying
      .filter((row) => !isOpen(row))
      .flatMap(({ id }) => {
        const date = matches.get(id);
        return date === undefined ? [] : [placeOfDate(date)];
      }),
  );
  const first = dates.findIndex((date) => !done.has(placeOfDate(date)));
  return first < 0 ? dates.length : first;
}

/** Begins the new rule with that index on the first date that has none of these places; null: there is none. */
type Begin = (index: number, taken: ReadonlySet<Place>) => SeriesState | null;

function beginner(
  series: SeriesState,
  recurrence: RecurrenceRule,
  anchor: CivilDate,
  from: CivilDate,
  staying: ReadonlySet<number>,
  { context: { today } }: Laying,
): Begin {
  const rule = withoutParts(recurrence, 'count');
  const start = startBefore(rule, anchor, from);
  // One that begins within a pause without an end waits for that, as any other does.
  const pauses = series.pauses.filter(({ to }) => to !== null && to >= from);
  // What is due within one after which it comes is begun with, so that its end is as much later.
  const begunWithin = {
    ...{ ...series, recurrence: rule, start, startIndex: 0 },
    pauses: pauses.filter(({ mode }) => mode !== 'later'),
  };
  const findPause = (known: SeriesState, pause: SeriesPause) => pauseBefore(known, pause, staying, today);
  return (index, taken) => {
    if (index >= (recurrence.count ?? Infinity)) return null;
    for (const place of seriesDates(begunWithin, from, END_OF_CALENDAR)) {
      if (taken.has(placeOfDate(place)) || isExcluded(series.excludedDates, place)) continue;
      const { date, time } = place;
      // What comes before it on its day has used up its turns.
      const nth = time === undefined ? 0 : timesOf(rule).indexOf(time);
      const begun = {
        ...series,
        start: startAt(rule, start, date),
        startIndex: Math.max(0, index - nth),
      };
      return { ...begun, pauses: pausesAnew(begun, findPause) };
    }
    return null;
  };
}
