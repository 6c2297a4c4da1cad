import type { RuleDate } from '../recurrence/expand.js';
import { nextAfterCompletion } from '../recurrence/rule.js';
import { type CivilDate, addDays, laterDate } from '../shared/civil-date.js';
import { type TimeZone, civilMomentAt } from '../shared/zone.js';
import { firstDate, isRule, isBeforeEnd, seriesDates, startAt, freeDate } from './dates.js';
import {
  NOTHING_TO_DO,
  type NewRow,
  type PlannedDate,
  type RowChange,
  type SeriesPlan,
  toRowChange,
  toRowRef,
} from './plan.js';
import { isExcluded, type PlanContext, type SeriesRow, type SeriesState, isRowOpen } from './series.js';
import { turnIn, turnWithoutDate } from './turns.js';

/** Rows exist for the next 90 days; this is the materialisation horizon of the interface specification. */
export const HORIZON_DAYS = 90;

/**
 * A new series has rows for at most this many past days and for its first date, so that a member can tick recent
 * work. Without the limit, a start years ago would create years of overdue rows.
 */
export const PAST_DAYS = 90;

/**
 * Returns the exclusive end of the window in which rows exist on the day `today`. The 90th day after today is
 * still in the window.
 */
export function horizonOn(today: CivilDate): CivilDate {
  return addDays(today, HORIZON_DAYS + 1);
}

/**
 * Plans the missing rows of a series: from its `horizon`, before which every date has its row already, up to
 * `until` (exclusive).
 *
 * Planning is idempotent. Two plans of the same state give the same original dates. A second plan is empty
 * after the first was carried out. Nothing is created if the clock runs backwards.
 *
 * @param living the indexes of the live rows, at least of those on or after the horizon. A date whose index
 *   already has a live row (left by an earlier rule, or done ahead of time) gets no second row.
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
 * Plans the first rows of a series. `start` moves to the first date of the rule, and that occurrence gets a row even
 * if it is long past. If the rule has no date, the series ends. If the start is in the past, later dates more than
 * `PAST_DAYS` ago get no row but keep their index.
 *
 * @param options.waits true if the series repeats after completion and its first occurrence has no date until
 * somebody starts it
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

/** Returns a new row with its assigned members for each of the dates. */
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

/** Returns the first index, from `index` on, that no row has. */
export function freeIndex(index: number, rows: readonly SeriesRow[]): number {
  const taken = new Set(rows.map(({ seriesIndex }) => seriesIndex));
  let free = index;
  while (taken.has(free)) free += 1;
  return free;
}

/**
 * Plans the next occurrence after `closed` was completed, skipped or deleted on the civil date `on`. Does nothing for
 * a series with a rule, for a series that has ended, or if another occurrence is still open.
 *
 * - The next occurrence gets the next index of the series that no other row has.
 * - A date outside the season is replaced by the first day of the next season.
 * - A date that the series has had before is replaced by the next day that it has not had.
 * - If the date is not before `endsBefore`, the series ends instead.
 *
 * @param rows all rows of the series
 */
export function planAfterClosing(
  series: SeriesState,
  rows: readonly SeriesRow[],
  closed: SeriesRow,
  on: CivilDate,
  context: PlanContext,
): SeriesPlan {
  if (isRule(series.recurrence) || series.ended) return NOTHING_TO_DO;
  if (rows.some((row) => row.id !== closed.id && isRowOpen(row))) return NOTHING_TO_DO;
  const taken = new Set([...rows, closed].map(({ originalDate }) => originalDate));
  const date = freeDate(series, nextAfterCompletion(series.recurrence, on), taken);
  if (!isBeforeEnd(series, date)) return { ...NOTHING_TO_DO, series: { ended: true } };
  const index = freeIndex(series.nextIndex, [...rows, closed]);
  return {
    ...NOTHING_TO_DO,
    series: { nextIndex: index + 1, horizon: addDays(date, 1) },
    create: newRows(series, [{ date, index }], context),
  };
}

/**
 * Plans the consequences of reopening `reopened`. The occurrence that its completion had created is removed, unless
 * that occurrence was finished or changed since.
 */
export function planAfterReopening(
  series: SeriesState,
  rows: readonly SeriesRow[],
  reopened: SeriesRow,
): SeriesPlan {
  if (isRule(series.recurrence)) return NOTHING_TO_DO;
  const last = series.nextIndex - 1;
  const next = rows.find((row) => row.seriesIndex === last && row.seriesIndex === reopened.seriesIndex + 1);
  if (next === undefined || !isRowOpen(next) || next.isException || next.version !== UNTOUCHED)
    return NOTHING_TO_DO;
  const horizon = addDays(reopened.originalDate, 1);
  return { ...NOTHING_TO_DO, series: { nextIndex: last, horizon }, remove: [toRowRef(next)] };
}

/**
 * Plans the consequences when a member corrects the completion date of the row `closed` to the date `on`. The
 * occurrence that the completion created gets the date that follows from `on`, unless that occurrence was finished or
 * changed since.
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
 * Plans which overdue rows are skipped as MISSED. With the policy `keepLatest`, older open rows are skipped
 * on the day a newer one is due. With `keep`, every row stays open.
 *
 * - For an exception, the date counts to which it was moved.
 * - The newest due row stays open, however late it is.
 * - A reopened row stays open until another row is due on a day after the reopening.
 */
export function planMissed(
  { missed }: Pick<SeriesState, 'missed'>,
  rows: readonly SeriesRow[],
  today: CivilDate,
  timeZone: TimeZone,
): readonly RowChange[] {
  if (missed === 'keep') return [];
  const due = rows.flatMap((row) =>
    isRowOpen(row) && row.date !== null && row.date <= today ? [{ row, date: row.date }] : [],
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
    .map(({ row }) => toRowChange(row, { status: 'SKIPPED', skippedReason: 'MISSED' }));
}
