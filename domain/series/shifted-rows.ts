import { type DifferentDays, SHIFT_DAYS, shiftDate, type Shift, type ShiftedDate } from '../days/shift.js';
import { sameTurn } from '../rotation/away.js';
import { addDays, type CivilDate, type Weekday } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { postponedUntil, isRule, seriesDates } from './dates.js';
import { newRows } from './horizon.js';
import {
  isExcluded,
  placeOfDate,
  placeOfRow,
  isMovable,
  isRowOpen,
  livingIndexes,
  type DatedContext,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { findReassignment } from '../tasks/reassignment.js';
import {
  toRowChange,
  NOTHING_TO_DO,
  toRowRef,
  toSeriesRow,
  type RowChange,
  type SeriesPlan,
} from './plan.js';
import { hasTurnOfRule, turnIn, currentTurn, turnOfRow } from './turns.js';

/**
 * The settings that determine how the dates of a series avoid special days. `firstDayOfWeek` is only set if
 * it differs from the household's current setting.
 */
export type Shifting = {
  readonly shift: Shift | null;
  readonly days: DifferentDays;
  readonly firstDayOfWeek?: Weekday;
};

/**
 * Returns the date of an occurrence whose rule date is `date`, after pauses and special days. Returns null if
 * special days leave the occurrence out, which is only possible for a series with a rule.
 */
function dateNow(
  { shift, days }: Shifting,
  series: SeriesState,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): ShiftedDate | null {
  const isOfRule = isRule(series.recurrence);
  const due = isOfRule ? date : (postponedUntil(series, date) ?? date);
  const stays = { date: due, reason: null };
  if (shift === null) return stays;
  const shifted = shiftDate(due, shift, days, firstDayOfWeek);
  return shifted === null && !isOfRule ? stays : shifted;
}

type DateNow = (date: CivilDate) => ShiftedDate | null;

/**
 * Returns {@link dateNow} with a cache, because a rule with several times a day asks for the same date
 * repeatedly.
 */
function datesNow(shifting: Shifting, series: SeriesState, firstDayOfWeek: Weekday): DateNow {
  const cache = new Map<CivilDate, ShiftedDate | null>();
  return (date) => {
    const known = cache.get(date);
    if (known !== undefined) return known;
    const now = dateNow(shifting, series, date, firstDayOfWeek);
    cache.set(date, now);
    return now;
  };
}

/** The date fields of a row whose date is unknown because a pause has no end. */
export const WITHOUT_DATE = { date: null, dateReason: null, time: null, allDay: false } as const;

/**
 * Applies the special days to a row that a plan has put on a date of the rule and, if the series repeats after
 * completion, its pauses. If its date changes, its turn goes to members who are present on the new date. Returns null
 * if special days leave the occurrence out. Its index is not used again.
 */
export function applyShiftToRow(
  series: SeriesState,
  occurrence: Occurrence,
  context: DatedContext,
): Occurrence | null {
  const { days } = context;
  const row = toSeriesRow(occurrence, series);
  const isFree =
    row !== null && row.date !== null && !row.isException && !row.isTouched && row.status === 'TODO';
  if (!isFree || (series.shift === null && !waitsInPauses(series))) return occurrence;
  if (!isRule(series.recurrence) && postponedUntil(series, row.originalDate) === null)
    return { ...occurrence, ...WITHOUT_DATE, ...turnOfRow(series, { ...row, date: null }, context) };
  const at = dateNow({ shift: series.shift, days }, series, row.originalDate, context.firstDayOfWeek);
  if (at === null) return null;
  // An occurrence is never moved into the past.
  if (at.date < context.today && at.date < row.originalDate) return occurrence;
  const placed = { ...occurrence, date: at.date, dateReason: at.reason };
  if (at.date === row.date || findReassignment(row) !== null) return placed;
  return { ...placed, ...turnOfRow(series, { ...row, date: at.date }, context) };
}

/**
 * Returns true if the series repeats after completion and has a past, current or future pause that postpones
 * dates (every mode but `assign`). If the date of its open row falls into the pause, the row has to wait until
 * the pause ends. Returns false for a series with a rule, because its planned dates already avoid the pauses.
 */
function waitsInPauses({ recurrence, pauses }: SeriesState): boolean {
  return !isRule(recurrence) && pauses.some(({ mode }) => mode !== 'assign');
}

/**
 * Plans the rows of a series after its special days or its shift setting changed from `before` to `after`. Open
 * future rows that nobody changed on their own move to their new date, but never into the past. Such a row is removed
 * if special days leave its date out. A date that special days no longer leave out gets a row again.
 *
 * @param rows at least the rows from SHIFT_DAYS before today on, because a shift could move those to today or later
 * @param addressed the occurrence whose edit sets the shift. Even if somebody changed or ticked it, it moves if its
 * date comes from the series. It is never left out.
 */
export function planShift(
  series: SeriesState,
  rows: readonly SeriesRow[],
  before: Shifting,
  after: Shifting,
  context: PlanContext,
  addressed: OccurrenceId | null = null,
): SeriesPlan {
  const { today, firstDayOfWeek } = context;
  const wasAt = datesNow(before, series, before.firstDayOfWeek ?? firstDayOfWeek);
  const isAt = datesNow(after, series, firstDayOfWeek);
  const coming = rows.filter((row) => row.date !== null && isMovable(row, series, context));
  const remove = coming.filter((row) => isAt(row.originalDate) === null);
  const own = rows.filter(
    (row) =>
      row.id === addressed &&
      isRowOpen(row) &&
      !isMovable(row, series, context) &&
      row.date !== null &&
      row.date >= today &&
      row.date === (wasAt(row.originalDate)?.date ?? row.originalDate),
  );
  const moved = [...coming, ...own].flatMap((row): RowChange[] => {
    const { date, reason } = isAt(row.originalDate) ?? { date: row.date, reason: null };
    const isThere = date === row.date && sameJson(reason, row.dateReason);
    if (isThere || date === null || date < today) return [];
    const isRuled = row.isException && hasTurnOfRule(row, series, context);
    const turn = isRuled
      ? turnIn(series, row.seriesIndex, row.originalDate, context, date)
      : currentTurn(series, { ...row, date }, context);
    return [
      toRowChange(row, { date, dateReason: reason, ...(turn !== null && !sameTurn(turn, row) && turn) }),
    ];
  });
  const gone = new Set(remove.map(({ id }) => id));
  const living = livingIndexes(rows.filter(({ id }) => !gone.has(id)));
  const taken = new Set(rows.map(placeOfRow));
  const isBack = (date: CivilDate) => {
    const now = wasAt(date) === null ? isAt(date) : null;
    return now !== null && now.date >= today;
  };
  const dates = series.ended ? [] : [...seriesDates(series, addDays(today, -SHIFT_DAYS), series.horizon)];
  const back = dates.filter(
    (one) =>
      isBack(one.date) &&
      !isExcluded(series.excludedDates, one) &&
      !taken.has(placeOfDate(one)) &&
      !living.has(one.index),
  );
  return {
    ...NOTHING_TO_DO,
    remove: remove.map(toRowRef),
    change: moved,
    create: newRows(series, back, context),
  };
}

/**
 * Adds a new shift setting to the plan of an edit. The final dates of the rows result from the edit first and
 * then from the special days.
 *
 * @param before the series before the edit
 * @param rows the rows that the edit was planned with, at least those that {@link planShift} needs
 * @param addressed the occurrence whose edit sets the shift; null if the series itself is edited
 */
export function withShift(
  plan: SeriesPlan,
  before: SeriesState,
  rows: readonly SeriesRow[],
  shift: Shift | null,
  context: DatedContext,
  addressed: OccurrenceId | null,
): SeriesPlan {
  const { days } = context;
  const edited = plan.newSeries ?? { ...before, ...plan.series };
  const shifted = planShift(
    edited,
    rowsAfter(rows, plan),
    { shift: edited.shift, days },
    { shift, days },
    context,
    addressed,
  );
  const changes = new Map(plan.change.map((one) => [one.id, one]));
  for (const row of shifted.change)
    changes.set(row.id, toRowChange(row, { ...changes.get(row.id)?.set, ...row.set }));
  for (const { id } of shifted.remove) changes.delete(id);
  const indexes = new Set(plan.create.map(({ seriesIndex }) => seriesIndex));
  const parts = {
    create: [...plan.create, ...shifted.create.filter(({ seriesIndex }) => !indexes.has(seriesIndex))],
    change: [...changes.values()],
    remove: [...plan.remove, ...shifted.remove],
  };
  if (sameJson(edited.shift, shift)) return { ...plan, ...parts };
  return plan.newSeries === null
    ? { ...plan, ...parts, series: { ...plan.series, shift } }
    : { ...plan, ...parts, newSeries: { ...plan.newSeries, shift } };
}

/**
 * Returns the existing rows of the edited series in their state after the plan, without rows that the plan
 * creates.
 */
function rowsAfter(rows: readonly SeriesRow[], plan: SeriesPlan): readonly SeriesRow[] {
  const gone = new Set(plan.remove.map(({ id }) => id));
  const sets = new Map(plan.change.map(({ id, set }) => [id, set]));
  return rows.flatMap((row): SeriesRow[] => {
    const { series, seriesIndex, originalDate, ...fields } = sets.get(row.id) ?? {};
    if (gone.has(row.id) || series !== (plan.newSeries === null ? undefined : 'new')) return [];
    return [
      {
        ...row,
        ...(fields.date !== undefined && fields.date !== row.date && { dateReason: null }),
        ...fields,
        seriesIndex: seriesIndex ?? row.seriesIndex,
        originalDate: originalDate ?? row.originalDate,
      },
    ];
  });
}
