import { addDays, toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { type Recurrence, withoutParts } from '../recurrence/rule.js';
import { startAt, startBefore } from './rule-start.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { END_OF_CALENDAR, firstDate, isRule, reaches, seriesDates, type RuleDate } from './series-dates.js';
import type { ResolvedEdit } from './series-edit.js';
import { isOpen, replannableRows } from './series-rows.js';
import { segmentsAfter } from './series-turns.js';

/** The series after an edit, and the free dates on which it wants a row. */
export type Recast = { readonly series: SeriesState; readonly dates: readonly RuleDate[] };

/**
 * Lays an edit over a series. The first free date takes the index of the first row that may move, so that the
 * person who is due next stays the same, and the new rule counts on from there. Null when it gives no date: an
 * earlier end of the same rule may end a series, another rule may not.
 */
export function recast(
  series: SeriesState,
  rows: readonly SeriesRow[],
  edit: ResolvedEdit,
  context: PlanContext,
): Recast | null {
  const movable = replannableRows(series, rows, context);
  const next = movable[0] === undefined ? comingDate(series, context) : dateOf(movable[0]);
  const edited: SeriesState = {
    ...series,
    recurrence: edit.recurrence,
    missed: edit.missed,
    template: { ...series.template, ...edit.content },
  };
  const dated = withDates(series.recurrence, edited, rows, movable, edit, next, context);
  if (dated === null) return null;
  const first = dated.dates[0] ?? next;
  const at = { index: first.index, dueDate: next.date, date: first.date };
  const segments = segmentsAfter(series.segments, at, edit.rotation, context.firstDayOfWeek);
  return { ...dated, series: { ...dated.series, segments } };
}

const dateOf = ({ originalDate, seriesIndex }: SeriesRow): RuleDate => ({
  date: originalDate,
  index: seriesIndex,
});

/** What comes next when no row is waiting: a series may have none within its horizon. */
function comingDate(series: SeriesState, { today }: PlanContext): RuleDate {
  return firstDate(series, series.horizon) ?? { date: today, index: series.nextIndex };
}

function withDates(
  before: Recurrence,
  series: SeriesState,
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
  edit: ResolvedEdit,
  next: RuleDate,
  context: PlanContext,
): Recast | null {
  if (edit.dates === 'same') return { series, dates: movable.map(dateOf) };
  const reached = ({ date }: RuleDate) => reaches(series, date);
  if (!isRule(series.recurrence) && !isRule(before))
    return { series, dates: movedDates(movable, edit).filter(reached) };
  if (!isRule(series.recurrence)) {
    const dates = openDate(rows, movable, edit, next, context);
    if (!dates.every(reached)) return null;
    return { series: { ...series, nextIndex: next.index + dates.length }, dates };
  }
  const kept = rows.filter((row) => !movable.includes(row));
  const taken = new Set([...series.excludedDates, ...kept.map(({ originalDate }) => originalDate)]);
  const living = new Set(kept.filter(({ deleted }) => !deleted).map(({ seriesIndex }) => seriesIndex));
  const from = earliest(series, movable, edit, context);
  const rebased = edit.dates === 'new' ? rebase(series, edit.anchor, from, next.index, kept, taken) : series;
  if (rebased === null) return null;
  const first = edit.dates === 'new' ? rebased.start : from;
  const horizon = laterOf(series.horizon, addDays(firstDate(rebased, first)?.date ?? first, 1));
  const all = [...seriesDates(rebased, from, horizon)];
  const dates = all.filter(({ date, index }) => !taken.has(date) && !living.has(index));
  return { series: { ...rebased, horizon, nextIndex: (all.at(-1)?.index ?? next.index - 1) + 1 }, dates };
}

/** A series after completion keeps the occurrence that is open, or both when one was reopened. */
function movedDates(movable: readonly SeriesRow[], { moved }: ResolvedEdit): readonly RuleDate[] {
  const dateNow = (date: CivilDate) => (date === moved?.from ? moved.to : date);
  return movable.map(dateOf).map(({ date, index }) => ({ date: dateNow(date), index }));
}

/** After completion there is one open occurrence: the one that was next, or a new one when there is none at all. */
function openDate(
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
  edit: ResolvedEdit,
  next: RuleDate,
  { today }: PlanContext,
): readonly RuleDate[] {
  if (movable.length === 0 && rows.some(isOpen)) return [];
  return [{ date: edit.moved?.to ?? (movable.length === 0 ? today : next.date), index: next.index }];
}

/** No row comes to lie before today, before a series that has yet to begin, or before the first one moved. */
function earliest(
  series: SeriesState,
  movable: readonly SeriesRow[],
  { moved }: ResolvedEdit,
  { today }: PlanContext,
): CivilDate {
  const first = movable[0]?.originalDate;
  if (moved === null || first === undefined) return laterOf(today, series.start);
  return laterOf(today, addDays(first, toDayNumber(moved.to) - toDayNumber(moved.from)));
}

/**
 * The series with its new rule begun on the first free date, which gets the index `index`, or that of an exception
 * still to come before it that lies on no date of the new rule: the exception stands for that date. Null when no date
 * is left, for another series has begun, the count is used up, or all that the rule gives are taken.
 */
function rebase(
  series: SeriesState,
  anchor: CivilDate,
  from: CivilDate,
  index: number,
  kept: readonly SeriesRow[],
  taken: ReadonlySet<CivilDate>,
): SeriesState | null {
  if (!isRule(series.recurrence)) return null;
  const rule = withoutParts(series.recurrence, 'count');
  const start = startBefore(rule, anchor, from);
  const endless = { ...series, recurrence: rule, start, startIndex: 0 };
  const isOfRule = (day: CivilDate) => firstDate(endless, day)?.date === day;
  const standing = kept.filter(
    (row) => isOpen(row) && row.isException && row.originalDate >= from && !isOfRule(row.originalDate),
  );
  const startIndex = Math.min(index, ...standing.map(({ seriesIndex }) => seriesIndex));
  if (startIndex >= (series.recurrence.count ?? Infinity)) return null;
  for (const { date } of seriesDates(endless, from, END_OF_CALENDAR))
    if (!taken.has(date)) return { ...series, start: startAt(rule, start, date), startIndex };
  return null;
}

const laterOf = (one: CivilDate, other: CivilDate) => (one > other ? one : other);
