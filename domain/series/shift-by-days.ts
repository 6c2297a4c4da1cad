import type { SeriesPause } from '../days/pause.js';
import type { RecurrenceRule } from '../recurrence/rule.js';
import { addDays, type CivilDate, laterDate } from '../shared/civil-date.js';
import { type Problem, problem } from '../shared/problem.js';
import type { Occurrence } from '../tasks/occurrence.js';
import {
  resolveRecurrence,
  firstDate,
  isRule,
  moveRule,
  seriesDates,
  shownRecurrence,
  weekdayAfter,
} from './dates.js';
import { changedFields, listRowChanges } from './edit-many.js';
import { planRows, type RowsPlan } from './follow-dates.js';
import { HORIZON_DAYS } from './horizon.js';
import { foldPauses } from './recompute-pauses.js';
import {
  placeOfRow,
  isRowOpen,
  movableRows,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { NOTHING_TO_DO, type SeriesPlan } from './plan.js';
import { replanSeries } from './replan.js';
import type { ResolvedEdit } from './resolve-edit.js';
import { splitSeries } from './split.js';

/** Moves everything dated on or after `from` by `days` days. A negative number moves it earlier. */
export type DayShift = { readonly days: number; readonly from: CivilDate };

/** The maximum number of days, in either direction. */
export const SHIFT_MAX_DAYS = 60;
/** The maximum number of series that one shift moves. */
export const SHIFTED_SERIES_LIMIT = 200;
/**
 * The maximum number of planned dates that one shift moves. Moving more dates would lock the household for
 * too long.
 */
export const SHIFTED_DATES_LIMIT = 5_000;

/**
 * Returns the problems of a requested shift. A `from` more than HORIZON_DAYS days ahead is refused, because
 * those days have no rows yet.
 */
export function dayShiftProblems({ days, from }: DayShift, today: CivilDate): Problem[] {
  return [
    ...(days === 0 ? [problem('days', 'range', 'must not be 0')] : []),
    ...(from < today ? [problem('from', 'range', 'must be today or later')] : []),
    ...(from > addDays(today, HORIZON_DAYS)
      ? [problem('from', 'range', `must be at most ${HORIZON_DAYS} days ahead`)]
      : []),
  ];
}

/**
 * The reasons why a shift does not move a series:
 * - `WHEN_AWAY_KEEP`: the series continues while everybody is away.
 * - `NOTHING_PLANNED`: no row of the series on or after the first day of the shift (`from`) may move.
 * - `SEVERAL_DAYS`: the rule cannot be moved, for example because it names several days of a month (see `moveRule`).
 * - `NO_DATE`: the series would have no date left.
 * - `NOTHING_EARLIER`: no date can be earlier, because it would be before today or before a row that keeps its date.
 */
export const LEFT_REASONS = [
  'WHEN_AWAY_KEEP',
  'NOTHING_PLANNED',
  'SEVERAL_DAYS',
  'NO_DATE',
  'NOTHING_EARLIER',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/**
 * The limits that the other parts of a split task set for the dates of this series. A field is null if there
 * is no such part.
 */
export type ShiftBounds = {
  /** The day after the last date of the earlier part of the split task. */
  readonly notBefore: CivilDate | null;
  /** The first date of the later part of the split task. */
  readonly endsBefore: CivilDate | null;
};

export type ShiftPlan = {
  readonly plan: SeriesPlan;
  /** The movable rows from that day on. Their indexes belong to the series `after`. */
  readonly coming: readonly SeriesRow[];
  /** The series that these rows belong to after the shift. */
  readonly after: SeriesState;
  /** The open rows from that day on that keep their date, because somebody ticked or changed them. */
  readonly kept: readonly SeriesRow[];
};

/**
 * Plans a permanent move of the dates of a series by some days, from a given day on. It works like an edit with scope
 * `following`: the rows keep their ids, and the turns keep their order.
 *
 * - If every row that may move is moved, the series itself moves instead of being split.
 * - Rows that somebody ticked or changed keep their dates and become part of the new series.
 * - A date is left out if it would be before today, or not after the dates before `from`, which stay. The turns
 *   continue with the next date.
 *
 * @param rows the same rows as for an edit with scope `all`
 * @returns the plan, or the reason why the series is left unchanged
 */
export function planShiftByDays(
  series: SeriesState,
  rows: readonly SeriesRow[],
  shift: DayShift,
  room: ShiftBounds,
  context: PlanContext,
): ShiftPlan | LeftReason {
  const open = movableRows(series, rows, context);
  const [target, ...others] = open
    .filter((row) => isFrom(series, row, shift.from))
    .sort((one, other) => (placeOfRow(one) < placeOfRow(other) ? -1 : 1));
  if (target === undefined) return 'NOTHING_PLANNED';
  const bounded = { ...series, endsBefore: room.endsBefore };
  const isWhole = !isRule(series.recurrence) || others.length + 1 === open.length;
  const split = isWhole ? null : splitSeries(bounded, rows, target, context);
  const { tail, tailRows } = split ?? {
    tail: foldPauses(bounded, target.originalDate, context),
    tailRows: rows,
  };
  const staying = rows.filter((row) => !row.deleted && placeOfRow(row) < placeOfRow(target));
  const notBefore = [...staying.map(({ originalDate }) => addDays(originalDate, 1)), room.notBefore]
    .filter((bound) => bound !== null)
    .reduce(laterDate, context.today);
  const resolved = resolveShift(tail, target, shift.days, notBefore, context);
  if (typeof resolved === 'string') return resolved;
  const moved = replanSeries(tail, tailRows, resolved, context);
  const first = moved?.dates[0];
  if (moved === null || first === undefined) return 'NO_DATE';
  const movable = movableRows(tail, tailRows, context);
  const rowsPlan = planRows({ before: tail, rows: tailRows }, moved, context);
  if (!changesDates(rowsPlan)) return 'NOTHING_EARLIER';
  const ids = new Set([target, ...others].map(({ id }) => id));
  return {
    plan:
      split === null
        ? { ...NOTHING_TO_DO, ...rowsPlan, series: changedFields(series, moved.series) }
        : {
            ...{ ...rowsPlan, newSeries: moved.series },
            series: headBefore(split.head, first.date),
            change: listRowChanges(tailRows, rowsPlan.change, rowsPlan.remove),
          },
    coming: movable.filter(({ id }) => ids.has(id)),
    after: moved.series,
    kept: rows.filter(
      (row) => isRowOpen(row) && row.date !== null && row.date >= shift.from && !open.includes(row),
    ),
  };
}

/** Returns how many dates a shift would move, but at most `most`. The rows of the series are not needed. */
export function countShifted(series: SeriesState, { days, from }: DayShift, most: number): number {
  if (!isRule(series.recurrence)) return 1;
  const dates = seriesDates(series, from, addDays(series.horizon, Math.max(0, -days)));
  let count = 0;
  while (count < most && dates.next().done !== true) count += 1;
  return count;
}

/**
 * Returns true if the row is on or after `from`. In a series with a rule, the original date is compared,
 * because the shift moves that date. If the series repeats after completion, the date of the row is compared.
 */
function isFrom({ recurrence }: SeriesState, { date, originalDate }: SeriesRow, from: CivilDate): boolean {
  return date !== null && (isRule(recurrence) ? originalDate : date) >= from;
}

function resolveShift(
  series: SeriesState,
  target: SeriesRow,
  days: number,
  notBefore: CivilDate,
  { firstDayOfWeek }: PlanContext,
): ResolvedEdit | LeftReason {
  const { recurrence, season, endsBefore, missed, whenAway, pauses } = series;
  const { originalDate, date } = target;
  const isOfRule = isRule(recurrence);
  const moved = { from: originalDate, to: addDays((isOfRule ? null : date) ?? originalDate, days) };
  if (!isOfRule && moved.to < notBefore) return 'NOTHING_EARLIER';
  const wanted = isOfRule ? shiftedRule(recurrence, moved, days) : recurrence;
  if (wanted === null) return 'SEVERAL_DAYS';
  const begun = resolveRecurrence(wanted, moved.to, firstDayOfWeek, season);
  if ('problems' in begun) return 'NO_DATE';
  const resolved: ResolvedEdit = {
    ...{ content: {}, rotation: undefined, dates: 'new', missed, season, whenAway },
    pauses: pauses.map((pause) => withUntilMoved(pause, days)),
    ...{ recurrence: shownRecurrence(begun.recurrence, endsBefore), anchor: begun.start, moved, notBefore },
  };
  return resolved;
}

/**
 * Moves the end of the rule and its first day of the week together with the dates, so that dates of the same
 * two-week interval stay in the same interval.
 */
function shiftedRule(
  rule: RecurrenceRule,
  { from, to }: NonNullable<ResolvedEdit['moved']>,
  days: number,
): RecurrenceRule | null {
  const moved = moveRule(rule, from, to);
  if (moved === null) return null;
  const { until, firstDayOfWeek } = rule;
  const weekOfRule = firstDayOfWeek && weekdayAfter(firstDayOfWeek, days);
  return {
    ...moved,
    ...(until !== undefined && { until: addDays(until, days) }),
    ...(weekOfRule !== undefined && { firstDayOfWeek: weekOfRule }),
  };
}

/** Moves the end of the rule (`until`) that a pause stores by the same number of days. */
function withUntilMoved(pause: SeriesPause, days: number): SeriesPause {
  return pause.until === undefined ? pause : { ...pause, until: addDays(pause.until, days) };
}

const changesDates = ({ create, change, remove }: RowsPlan) =>
  create.length + remove.length > 0 || change.some(({ set }) => set.date !== undefined);

/** If the new series now begins earlier, the old series ends earlier too. */
function headBefore(head: Partial<SeriesState>, first: CivilDate): Partial<SeriesState> {
  const { endsBefore } = head;
  return endsBefore && first < endsBefore ? { ...head, endsBefore: first } : head;
}

/** The outcome of a shift for one planned row. */
export type ShiftedTurn = {
  readonly row: SeriesRow;
  /**
   * The new date. null means that the row was removed, or that its new date is too far ahead to have a row
   * yet (see HORIZON_DAYS).
   */
  readonly date: CivilDate | null;
  readonly did: 'moved' | 'removed';
  readonly responsibleMemberIds: SeriesRow['responsibleMemberIds'];
};

/**
 * Returns what happened to each row that the shift moved.
 *
 * @param written the rows that the plan changed or created, as they are now; null if a row was removed
 */
export function listShiftedTurns(
  { plan, coming, after }: ShiftPlan,
  written: ReadonlyMap<SeriesRow['id'], Pick<Occurrence, 'date' | 'responsibleMemberIds'> | null>,
): readonly ShiftedTurn[] {
  const removed = new Set(plan.remove.map(({ id }) => id));
  const goesOn = isRule(after.recurrence) && firstDate(after, after.horizon) !== null;
  return coming.map((row) => {
    const now = written.get(row.id);
    const isGone = removed.has(row.id) || now === null;
    const isBeyond = row.seriesIndex >= after.nextIndex && goesOn;
    const { date, responsibleMemberIds } = now ?? row;
    return {
      ...{ row, date: isGone ? null : date, responsibleMemberIds },
      did: isGone && !isBeyond ? 'removed' : 'moved',
    };
  });
}
