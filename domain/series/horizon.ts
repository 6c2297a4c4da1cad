import type { RuleDate } from '../recurrence/expand.js';
import { nextAfterCompletion } from '../recurrence/rule.js';
import { type CivilDate, addDays, laterDate } from '../shared/civil-date.js';
import { type TimeZone, civilMomentAt } from '../shared/zone.js';
import { firstDate, isRule, reaches, seriesDates, startAt, freeDate } from './dates.js';
import {
  NOTHING_TO_DO,
  type NewRow,
  type PlannedDate,
  type RowChange,
  type SeriesPlan,
  change,
  ref,
} from './plan.js';
import { isExcluded } from './places.js';
import { type PlanContext, type SeriesRow, type SeriesState, isOpen } from './series.js';
import { turnIn, turnWithoutDate } from './turns.js';

/** How far ahead rows exist: the materialisation horizon of the interface. */
export const HORIZON_DAYS = 90;

/** How far back a new series has rows: what was done lately can be ticked, and nobody inherits years of overdue ones. */
export const PAST_DAYS = 90;

/** The end (itself not included) of the window in which rows exist on that day: the 90th day ahead is in it. */
export function horizonOn(today: CivilDate): CivilDate {
  return addDays(today, HORIZON_DAYS + 1);
}

/**
 * The rows from the horizon up to `until` (not included). Planned twice it gives the same rows under the same
 * original dates, and planned again after it was carried out, nothing; a clock that runs back creates nothing.
 * `living`: the indexes of live rows, at least those from the place of the horizon on; such a row, which an earlier
 * rule has left there or somebody was ahead with, stands for the date of its index.
 */
export function planHorizon(
  series: SeriesState,
  until: CivilDate,
  living: ReadonlySet<number>,
  context: PlanContext,
): SeriesPlan {
  if (series.ended || !isRule(series.recurrence) || until <= series.horizon) return NOTHING_TO_DO;
  const dates = [...seriesDates(series, series.horizon, until)];
  const free = included(series, dates).filter(({ index }) => !living.has(index));
  return {
    ...NOTHING_TO_DO,
    series: { horizon: until, nextIndex: (dates.at(-1)?.index ?? series.nextIndex - 1) + 1 },
    create: newRows(series, free, context),
  };
}

/**
 * The first rows of a series: `start` is snapped to the first date of the rule, and that occurrence always has its
 * row, which with `waits` has no date until somebody starts it. Of a start in the past, the dates after it that are more
 * than `PAST_DAYS` ago get none; they keep their index.
 */
export function planFirstRows(
  series: SeriesState,
  until: CivilDate,
  context: PlanContext,
  { waits = false } = {},
): SeriesPlan {
  const found = isRule(series.recurrence) ? firstDate(series, series.start)?.date : series.start;
  if (found === undefined) return { ...NOTHING_TO_DO, series: { ended: true } };
  const afterFirst = addDays(found, 1);
  const horizon = isRule(series.recurrence) ? laterDate(until, afterFirst) : afterFirst;
  const { recurrence } = series;
  const start = isRule(recurrence) ? startAt(recurrence, series.start, found) : found;
  const begun = { ...series, start };
  const later = [...seriesDates(begun, laterDate(afterFirst, addDays(context.today, -PAST_DAYS)), horizon)];
  const first: readonly PlannedDate[] = isRule(recurrence)
    ? [...seriesDates(begun, found, afterFirst)]
    : [{ date: found, index: series.startIndex, waits }];
  const dates = [...first, ...later];
  const nextIndex = (dates.at(-1)?.index ?? series.startIndex) + 1;
  return {
    ...NOTHING_TO_DO,
    series: { start, horizon, nextIndex },
    create: newRows(begun, included(series, dates), context),
  };
}

const included = ({ excludedDates }: SeriesState, dates: readonly RuleDate[]) =>
  dates.filter((date) => !isExcluded(excludedDates, date));

/** Rows for those dates, each with its turn. */
export function newRows(
  series: SeriesState,
  dates: readonly PlannedDate[],
  context: PlanContext,
): readonly NewRow[] {
  return dates.map(({ date, index, time, waits = false }) => ({
    seriesIndex: index,
    originalDate: date,
    ...(waits ? turnWithoutDate : turnIn)(series, index, date, context),
    ...(time !== undefined && { originalTime: time }),
    ...(waits && { waits }),
  }));
}

/** The version of a row that nobody has changed since it was created. */
const UNTOUCHED = 1;

/** The first index from `index` on that no row has. */
export function freeIndex(index: number, rows: readonly SeriesRow[]): number {
  const taken = new Set(rows.map(({ seriesIndex }) => seriesIndex));
  let free = index;
  while (taken.has(free)) free += 1;
  return free;
}

/**
 * What follows when the occurrence `closed` is completed, skipped or deleted on the civil date `on`: the next one,
 * unless another is still open (it was completed twice, or reopened before). Its index is the number of completions
 * and skips so far, but for those that rows of an earlier rule have. What would lie outside of the season comes on its
 * first day. A date that the series has had before is not
 * offered again; somebody who was early enough to meet it gets the day after. `rows`: all rows of the series.
 */
export function planAfterClosing(
  series: SeriesState,
  rows: readonly SeriesRow[],
  closed: SeriesRow,
  on: CivilDate,
  context: PlanContext,
): SeriesPlan {
  if (isRule(series.recurrence) || series.ended) return NOTHING_TO_DO;
  if (rows.some((row) => row.id !== closed.id && isOpen(row))) return NOTHING_TO_DO;
  const taken = new Set([...rows, closed].map(({ originalDate }) => originalDate));
  const date = freeDate(series, nextAfterCompletion(series.recurrence, on), taken);
  if (!reaches(series, date)) return { ...NOTHING_TO_DO, series: { ended: true } };
  const index = freeIndex(series.nextIndex, [...rows, closed]);
  return {
    ...NOTHING_TO_DO,
    series: { nextIndex: index + 1, horizon: addDays(date, 1) },
    create: newRows(series, [{ date, index }], context),
  };
}

/**
 * What follows when `reopened` is to do again: the occurrence that its completion had created is removed, unless
 * somebody touched it; then both stay as they are.
 */
export function planAfterReopening(
  series: SeriesState,
  rows: readonly SeriesRow[],
  reopened: SeriesRow,
): SeriesPlan {
  if (isRule(series.recurrence)) return NOTHING_TO_DO;
  const last = series.nextIndex - 1;
  const next = rows.find((row) => row.seriesIndex === last && row.seriesIndex === reopened.seriesIndex + 1);
  if (next === undefined || !isOpen(next) || next.isException || next.version !== UNTOUCHED)
    return NOTHING_TO_DO;
  const horizon = addDays(reopened.originalDate, 1);
  return { ...NOTHING_TO_DO, series: { nextIndex: last, horizon }, remove: [ref(next)] };
}

/**
 * What follows when it is told anew that `closed` was closed on the date `on`: the occurrence that this had created comes
 * so long after that date instead, unless somebody touched it.
 */
export function planAfterCorrecting(
  series: SeriesState,
  rows: readonly SeriesRow[],
  closed: SeriesRow,
  on: CivilDate,
  context: PlanContext,
): SeriesPlan {
  const undone = planAfterReopening(series, rows, closed);
  const [next] = undone.remove;
  if (next === undefined) return NOTHING_TO_DO;
  const left = rows.filter(({ id }) => id !== next.id);
  const again = planAfterClosing({ ...series, ...undone.series }, left, closed, on, context);
  const was = rows.find(({ id }) => id === next.id)?.originalDate;
  return again.create[0]?.originalDate === was ? NOTHING_TO_DO : { ...again, remove: undone.remove };
}

/**
 * `keepLatest`: once a newer occurrence is due, on its day, the older open ones are skipped as missed, exceptions
 * too, whose date is the one they were moved to. The newest stays, however late, and so does what somebody opened
 * again, until one falls due on a later day. With `keep` each stays, overdue.
 */
export function planMissed(
  { missed }: Pick<SeriesState, 'missed'>,
  rows: readonly SeriesRow[],
  today: CivilDate,
  timeZone: TimeZone,
): readonly RowChange[] {
  if (missed === 'keep') return [];
  const due = rows.flatMap((row) =>
    isOpen(row) && row.date !== null && row.date <= today ? [{ row, date: row.date }] : [],
  );
  const latest = due
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const isBeforeLatest = (date: CivilDate) => latest !== undefined && date < latest;
  const openedBeforeLatest = ({ statusAt }: SeriesRow) =>
    statusAt === null || isBeforeLatest(civilMomentAt(timeZone, statusAt).date);
  return due
    .filter(({ row, date }) => isBeforeLatest(date) && openedBeforeLatest(row))
    .map(({ row }) => change(row, { status: 'SKIPPED', skippedReason: 'MISSED' }));
}
