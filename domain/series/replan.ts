import { nextInSeason } from '../days/season.js';
import type { RuleDate } from '../recurrence/expand.js';
import { type CivilDate, addDays, laterDate, toDayNumber } from '../shared/civil-date.js';
import { assignByBalance } from './assign-by-balance.js';
import {
  END_OF_CALENDAR,
  firstDate,
  isRule,
  isBeforeEnd,
  seriesDates,
  withoutEnd,
  datesOfRows,
  freeDate,
} from './dates.js';
import {
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  isRowOpen,
  movableRows,
  replannableRows,
  rowsBeside,
  isExcluded,
  placeOfDate,
  placeOfRow,
  type SeriesPlace,
} from './series.js';
import { freeIndex, horizonOn } from './horizon.js';
import { recomputeExcluded } from './excluded-turns.js';
import { matchByIndex, type Matches, resolveMatchConflicts, withoutReplaced } from './match-rows.js';
import { toPlannedDate, type PlannedDate } from './plan.js';
import { rebase, type RebaseInput } from './rebase.js';
import { segmentsAfter, segmentsOn } from './turns.js';
import type { ResolvedEdit } from './resolve-edit.js';

/** A series after an edit, and the dates of its rows. */
export type ReplannedSeries = {
  readonly series: SeriesState;
  /**
   * The dates that should have a row. They include dates whose row already exists and keeps its date, and dates that
   * somebody deleted.
   */
  readonly dates: readonly PlannedDate[];
  /**
   * The date of the series that each row is matched with. A row without an entry is before these dates, or no
   * date is left for it.
   */
  readonly matches: Matches;
};

/**
 * Applies an edit to a series. A new rule continues the numbering of the old one, so that the member who is due next
 * stays the same.
 *
 * Returns null if the edit leaves no date. An earlier end of the same rule is an exception: it may end the series.
 *
 * @param turned a row that changes only its turn, because the turn still comes from the rotation. If this row is
 * before the first replanned row, the new turns begin with it.
 */
export function replanSeries(
  given: SeriesState,
  rows: readonly SeriesRow[],
  edit: ResolvedEdit,
  context: PlanContext,
  turned: SeriesRow | null = null,
): ReplannedSeries | null {
  const movable = movableRows(given, rows, context);
  const next = movable[0] === undefined ? comingDate(given, context) : toPlannedDate(movable[0]);
  const series = { ...given, segments: segmentsOn(given, next.index, next.date, context) };
  const edited: SeriesState = {
    ...series,
    recurrence: edit.recurrence,
    missed: edit.missed,
    season: edit.season,
    whenAway: edit.whenAway,
    pauses: edit.pauses,
    template: { ...series.template, ...edit.content },
  };
  const dated = withDates(series, edited, { rows, movable, edit, next, context });
  if (dated === null) return null;
  const first = findFirst(dated, rows, movable) ?? next;
  // If only the season or the end changed, the dates that are no longer used have still used up their turns.
  const dueDate = edit.dates === 'boundsOnly' ? first.date : next.date;
  const own = turned && (dated.matches.get(turned.id) ?? toPlannedDate(turned));
  const at =
    edit.rotation !== undefined && own !== null && own.index < first.index
      ? { index: own.index, dueDate: turned?.originalDate ?? own.date, date: own.date }
      : { index: first.index, dueDate, date: first.date };
  const segments = segmentsAfter(dated.series.segments, at, edit.rotation, context.firstDayOfWeek);
  const after = { ...dated.series, segments };
  return { ...dated, series: { ...after, segments: assignByBalance(after, context) } };
}

/**
 * Returns the first date that is not excluded and does not belong to a row that keeps its date. If there is none,
 * returns the first of all dates.
 */
function findFirst(
  { series, dates, matches }: ReplannedSeries,
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
): PlannedDate | undefined {
  const isTaken = placeChecker(series, rows, movable, matches);
  return dates.find((date) => !isTaken(date)) ?? dates[0];
}

/** Returns a function that checks whether a date is excluded or belongs to a row that keeps its date. */
export function placeChecker(
  { excludedDates }: Pick<SeriesState, 'excludedDates'>,
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
  matches: Matches,
): (date: PlannedDate) => boolean {
  const kept = rowsBeside(rows, movable);
  const places = new Set(kept.map((row) => placeAfter(row, matches)));
  return (date) => places.has(placeOfDate(date)) || isExcluded(excludedDates, date);
}

function placeAfter(row: SeriesRow, matches: Matches): SeriesPlace {
  const date = matches.get(row.id);
  return date === undefined ? placeOfRow(row) : placeOfDate(date);
}

/**
 * Returns the next date of a series in which no row may move. Its row does not exist yet, because the date is far
 * ahead. If the rule gives no further date, this is today.
 */
function comingDate(series: SeriesState, { today }: PlanContext): RuleDate {
  return firstDate(series, series.horizon) ?? { date: today, index: series.nextIndex };
}

function withDates(before: SeriesState, series: SeriesState, laying: RebaseInput): ReplannedSeries | null {
  const { rows, movable, edit, next, context } = laying;
  if (edit.dates === 'same') {
    const own = replannableRows(before, rows, context).map((row) => [row.id, toPlannedDate(row)] as const);
    return { series, dates: own.map(([, date]) => date), matches: new Map(own) };
  }
  if (!isRule(series.recurrence)) return withOpenDates(before, series, laying);
  const putOff = edit.dates === 'boundsOnly' ? movable.filter((row) => row.dateReason !== null) : [];
  const from = putOff.reduce(
    (first, { originalDate }) => (originalDate < first ? originalDate : first),
    earliest(series, movable, edit, context),
  );
  const rebased = edit.dates === 'new' ? rebase(before, series, from, laying) : { series, matches: null };
  if (rebased === null) return null;
  const first = edit.dates === 'new' ? rebased.series.start : from;
  const reached = isRule(before.recurrence)
    ? series.horizon
    : laterDate(series.horizon, horizonOn(context.today));
  const isPaused = rebased.series.pauses.length > 0;
  const horizon = isPaused
    ? reached
    : laterDate(reached, addDays(firstDate(rebased.series, first)?.date ?? first, 1));
  const dates = [...seriesDates(rebased.series, first, horizon)];
  const nextIndex = (dates.at(-1)?.index ?? next.index - 1) + 1;
  const after = { ...rebased.series, horizon, nextIndex };
  const standsForItsIndex = deletedTurns(before, rows, context);
  const standing = withoutReplaced(rows).filter((row) => !row.deleted || standsForItsIndex(row));
  const matches =
    rebased.matches ?? matchByIndex(standing, datesOfRows(endless(after), first, END_OF_CALENDAR));
  // Under a new rule, deleted dates stay deleted on the same day. If all dates were moved, the deleted dates
  // move too.
  const isMoved = edit.dates === 'boundsOnly' || edit.moved !== null;
  const deleted = new Set(rows.flatMap((row) => (row.deleted ? row.id : [])));
  const staying = new Map([...matches].filter(([id]) => !deleted.has(id)));
  const excludedDates = isMoved
    ? recomputeExcluded(before, after, rows, matches, context.today)
    : after.excludedDates;
  const kept = rowsBeside(rows, movable);
  return {
    series: { ...after, excludedDates },
    dates,
    matches: resolveMatchConflicts(kept, isMoved ? matches : staying, excludedDates),
  };
}

/**
 * Returns the series without its end. A row beyond the new end that keeps its date, for example because somebody
 * ticked it, is then still matched with a date of the rule. If it were not matched, it would block the date of another
 * turn.
 */
function endless(series: SeriesState): SeriesState {
  const { recurrence } = series;
  return {
    ...series,
    endsBefore: null,
    recurrence: isRule(recurrence) ? withoutEnd(recurrence) : recurrence,
  };
}

/**
 * Returns a function that checks whether a row in the trash represents the date that the rule gives its
 * index. If the rule was replaced since, it does not, because the index belongs to another date. If a pause
 * has no end, the dates are unknown, and every row counts as representing its index.
 */
function deletedTurns(
  before: SeriesState,
  rows: readonly SeriesRow[],
  { today }: PlanContext,
): (row: SeriesRow) => boolean {
  const deleted = rows.filter((row) => row.deleted);
  if (before.pauses.some(({ to }) => to === null)) return () => true;
  if (deleted.length === 0 || !isRule(before.recurrence)) return () => false;
  const last = Math.max(...deleted.map(({ seriesIndex }) => seriesIndex));
  const from = deleted.reduce((first, { originalDate: day }) => (day < first ? day : first), today);
  const turns = new Map<number, SeriesRow>();
  for (const date of seriesDates(before, laterDate(from, before.start), END_OF_CALENDAR)) {
    if (date.index > last) break;
    const candidates = deleted.filter(({ seriesIndex }) => seriesIndex === date.index);
    const own = candidates.find((row) => placeOfRow(row) === placeOfDate(date));
    const row = own ?? (isExcluded(before.excludedDates, date) ? candidates[0] : undefined);
    if (row !== undefined) turns.set(date.index, row);
  }
  return (row) => turns.get(row.seriesIndex) === row;
}

/**
 * Applies an edit whose result repeats after completion. Such a series has one open occurrence, or two if one
 * was reopened.
 */
function withOpenDates(
  before: SeriesState,
  series: SeriesState,
  laying: RebaseInput,
): ReplannedSeries | null {
  const { rows, movable, edit, next, context } = laying;
  const isReached = ({ date }: RuleDate) => isBeforeEnd(series, date);
  const kept = rowsBeside(rows, movable);
  const days = new Set([
    ...kept.map(({ originalDate }) => originalDate),
    ...series.excludedDates.map((place) => place.slice(0, 10) as CivilDate),
  ]);
  const matching = (dates: readonly PlannedDate[]) =>
    matchByIndex(
      movable,
      dates.toSorted((one, other) => one.index - other.index),
    );
  if (!isRule(before.recurrence)) {
    const dates = movedDates(series, movable, edit, days).filter(isReached);
    return { series: reachingTo(series, dates), dates, matches: matching(dates) };
  }
  const dates = openDate(series, rows, movable, edit, next, days, context);
  if (!dates.every(isReached)) return null;
  const nextIndex = (dates[0]?.index ?? next.index - 1) + 1;
  return { series: { ...reachingTo(series, dates), nextIndex }, dates, matches: matching(dates) };
}

/** Sets `horizon`, which in a series that repeats after completion is the day after its newest row. */
function reachingTo(series: SeriesState, dates: readonly RuleDate[]): SeriesState {
  const last = dates.at(-1);
  return last === undefined ? series : { ...series, horizon: addDays(last.date, 1) };
}

/**
 * Returns the dates of the open occurrences of a series that repeats after completion: one, or two if one was
 * reopened.
 */
function movedDates(
  series: SeriesState,
  movable: readonly SeriesRow[],
  { moved }: ResolvedEdit,
  taken: ReadonlySet<CivilDate>,
): readonly PlannedDate[] {
  const others = new Set([...taken, ...movable.map(({ originalDate }) => originalDate)]);
  const dateNow = (date: CivilDate) => {
    const wanted = nextInSeason(series.season, date === moved?.from ? moved.to : date);
    return wanted === date ? date : freeDate(series, wanted, others);
  };
  return movable.map(toPlannedDate).map(({ date, index, waits = false }) => {
    if (waits && date !== moved?.from) return { date, index, waits };
    return { date: dateNow(date), index };
  });
}

/**
 * Returns the date of the single open occurrence of a series that now repeats after completion. This is the edited
 * date or the next date of the old rule or, if there is no movable row, today. If the series had this date before, it
 * is the next free day. Returns an empty list if the only open rows keep their dates.
 */
function openDate(
  series: SeriesState,
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
  edit: ResolvedEdit,
  next: RuleDate,
  taken: ReadonlySet<CivilDate>,
  { today }: PlanContext,
): readonly RuleDate[] {
  if (movable.length === 0 && rows.some(isRowOpen)) return [];
  const date = edit.moved?.to ?? (movable.length === 0 ? today : next.date);
  const index = movable.length === 0 ? freeIndex(next.index, rows) : next.index;
  return [{ date: freeDate(series, date, taken), index }];
}

/**
 * Returns the earliest date that a row may get. It is not before today. If the edit moves the dates, it is not before
 * `notBefore` and the new date of the first movable row either, otherwise not before the start of the series.
 */
function earliest(
  series: SeriesState,
  movable: readonly SeriesRow[],
  { moved, notBefore }: ResolvedEdit,
  { today }: PlanContext,
): CivilDate {
  const first = movable[0]?.originalDate;
  if (moved === null || first === undefined) return laterDate(today, series.start);
  const begun = addDays(first, toDayNumber(moved.to) - toDayNumber(moved.from));
  return laterDate(laterDate(today, notBefore ?? today), begun);
}
