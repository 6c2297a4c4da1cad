import type { SeriesPause } from '../days/pause.js';
import type { RecurrenceRule } from '../recurrence/rule.js';
import { addDays, type CivilDate, laterDate } from '../shared/civil-date.js';
import type { Problem } from '../shared/problem.js';
import type { Occurrence } from '../tasks/occurrence.js';
import {
  beginRecurrence,
  firstDate,
  isRule,
  movedRule,
  seriesDates,
  toldBefore,
  weekdayAfter,
} from './dates.js';
import { changedFields, passOver } from './edit-many.js';
import { planRows, type RowsPlan } from './follow-dates.js';
import { HORIZON_DAYS } from './horizon.js';
import { foldPauses } from './later.js';
import { placeOfRow } from './places.js';
import { NOTHING_TO_DO, type SeriesPlan } from './plan.js';
import { recast } from './recast.js';
import type { ResolvedEdit } from './resolve-edit.js';
import { isOpen, movableRows, type PlanContext, type SeriesRow, type SeriesState } from './series.js';
import { splitSeries } from './split.js';

/** By how many days what is to come is moved, and from which day on. */
export type DayShift = { readonly days: number; readonly from: CivilDate };

/** How many days it is at most, either way. */
export const SHIFT_MAX_DAYS = 60;
/** How many series one shift moves. */
export const SHIFTED_SERIES_LIMIT = 200;
/** How many planned dates it moves: more would hold the household up for long. */
export const SHIFTED_DATES_LIMIT = 5_000;

/** What is wrong with a shift that somebody asks for: beyond the horizon nothing is planned yet. */
export function dayShiftProblems({ days, from }: DayShift, today: CivilDate): Problem[] {
  const range = (field: string, message: string) => ({ field, rule: 'range', message });
  return [
    ...(days === 0 ? [range('days', 'must not be 0')] : []),
    ...(from < today ? [range('from', 'must be today or later')] : []),
    ...(from > addDays(today, HORIZON_DAYS) ? [range('from', `must be within ${HORIZON_DAYS} days`)] : []),
  ];
}

/**
 * Why something is left as it is: it goes on when everybody is away; nothing that nobody has touched is planned from then
 * on; its rule names days of which nobody can say what they become; it would have no date; what stays, or today, leaves it
 * no earlier one.
 */
export const LEFT_REASONS = [
  'WHEN_AWAY_KEEP',
  'NOTHING_PLANNED',
  'SEVERAL_DAYS',
  'NO_DATE',
  'NOTHING_EARLIER',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** Where the other parts of its task leave it room; null: there is none. */
export type Room = {
  /** The older part has its dates before it. */
  readonly notBefore: CivilDate | null;
  /** Where the younger part begins by now. */
  readonly endsBefore: CivilDate | null;
};

export type ShiftPlan = {
  readonly plan: SeriesPlan;
  /** The rows from then on that may move, each with the index that it has in `after`. */
  readonly coming: readonly SeriesRow[];
  /** The series that holds it then. */
  readonly after: SeriesState;
  /** Open ones from then on that stay, since somebody has touched them. */
  readonly kept: readonly SeriesRow[];
};

/**
 * The dates of a series from a day on, moved by some days for good: as scope `following`, but that the rows go on with
 * their ids, and their turns in order. Where all that is to come moves, the series itself does. Rows that somebody has
 * touched stay on their dates, as part of the series that begins. Dates that would come to lie before today, or not after
 * what stays, are left out, and the turns go on. `rows` as for an edit with scope `all`.
 */
export function planShiftByDays(
  series: SeriesState,
  rows: readonly SeriesRow[],
  shift: DayShift,
  room: Room,
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
  const moved = recast(tail, tailRows, resolved, context);
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
            change: passOver(tailRows, rowsPlan.change, rowsPlan.remove),
          },
    coming: movable.filter(({ id }) => ids.has(id)),
    after: moved.series,
    kept: rows.filter(
      (row) => isOpen(row) && row.date !== null && row.date >= shift.from && !open.includes(row),
    ),
  };
}

/** How many dates a shift would move, at most `most`, without looking at rows. */
export function countShifted(series: SeriesState, { days, from }: DayShift, most: number): number {
  if (!isRule(series.recurrence)) return 1;
  const dates = seriesDates(series, from, addDays(series.horizon, Math.max(0, -days)));
  let count = 0;
  while (count < most && dates.next().done !== true) count += 1;
  return count;
}

/** By the date of the rule, which is what is moved; after completion there is none but its own. */
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
  const begun = beginRecurrence(wanted, moved.to, firstDayOfWeek, season);
  if ('problems' in begun) return 'NO_DATE';
  const resolved: ResolvedEdit = {
    ...{ content: {}, rotation: undefined, dates: 'new', missed, season, whenAway },
    pauses: pauses.map((pause) => withUntilMoved(pause, days)),
    ...{ recurrence: toldBefore(begun.recurrence, endsBefore), anchor: begun.start, moved, notBefore },
  };
  return resolved;
}

/** With the days go the end, and the day on which weeks begin: what a fortnight holds together stays so. */
function shiftedRule(
  rule: RecurrenceRule,
  { from, to }: NonNullable<ResolvedEdit['moved']>,
  days: number,
): RecurrenceRule | null {
  const moved = movedRule(rule, from, to);
  if (moved === null) return null;
  const { until, firstDayOfWeek } = rule;
  const weekOfRule = firstDayOfWeek && weekdayAfter(firstDayOfWeek, days);
  return {
    ...moved,
    ...(until !== undefined && { until: addDays(until, days) }),
    ...(weekOfRule !== undefined && { firstDayOfWeek: weekOfRule }),
  };
}

/** Until when the rule went goes with its end. */
function withUntilMoved(pause: SeriesPause, days: number): SeriesPause {
  return pause.until === undefined ? pause : { ...pause, until: addDays(pause.until, days) };
}

const changesDates = ({ create, change, remove }: RowsPlan) =>
  create.length + remove.length > 0 || change.some(({ set }) => set.date !== undefined);

/** What begins earlier than it was ends earlier what it follows. */
function headBefore(head: Partial<SeriesState>, first: CivilDate): Partial<SeriesState> {
  const { endsBefore } = head;
  return endsBefore && first < endsBefore ? { ...head, endsBefore: first } : head;
}

/** What became of a row that was planned. */
export type ShiftedTurn = {
  readonly row: SeriesRow;
  /** null: it falls away, or is beyond what is planned already. */
  readonly date: CivilDate | null;
  readonly did: 'moved' | 'removed';
  readonly responsibleMemberIds: SeriesRow['responsibleMemberIds'];
};

/** Returns what became of each row that moved. `written`: the rows that the plan changed or created, as they are now. */
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
