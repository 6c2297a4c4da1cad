import { type DifferentDays, SHIFT_DAYS, shiftDate, type Shift, type ShiftedDate } from '../days/shift.js';
import { sameTurn } from '../rotation/away.js';
import { addDays, type CivilDate, type Weekday } from '../shared/civil-date.js';
import type { OccurrenceId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { heldUntil, isRule, seriesDates } from './dates.js';
import { newRows } from './horizon.js';
import { isExcluded, placeOfDate, placeOfRow } from './places.js';
import { givenTurn } from '../tasks/given-turn.js';
import { change, NOTHING_TO_DO, ref, toSeriesRow, type RowChange, type SeriesPlan } from './plan.js';
import {
  isMovable,
  isOpen,
  livingIndexes,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { hasTurnOfRule, turnIn, turnNow, turnOfRow } from './turns.js';

/** By what the dates of a series are shifted. `firstDayOfWeek`: where it is another than that of the household now. */
export type Shifting = {
  readonly shift: Shift | null;
  readonly days: DifferentDays;
  readonly firstDayOfWeek?: Weekday;
};

/** When something is done that the rule gives for `date`; null: not at all, which is for rules alone. */
function dateNow(
  { shift, days }: Shifting,
  series: SeriesState,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): ShiftedDate | null {
  const isOfRule = isRule(series.recurrence);
  const due = isOfRule ? date : (heldUntil(series, date) ?? date);
  const stays = { date: due, reason: null };
  if (shift === null) return stays;
  const shifted = shiftDate(due, shift, days, firstDayOfWeek);
  return shifted === null && !isOfRule ? stays : shifted;
}

type DateNow = (date: CivilDate) => ShiftedDate | null;

/** {@link dateNow}, told once of each date: a rule with several times a day gives it as often. */
function datesNow(shifting: Shifting, series: SeriesState, firstDayOfWeek: Weekday): DateNow {
  const told = new Map<CivilDate, ShiftedDate | null>();
  return (date) => {
    const known = told.get(date);
    if (known !== undefined) return known;
    const now = dateNow(shifting, series, date, firstDayOfWeek);
    told.set(date, now);
    return now;
  };
}

/** What waits for the end of a pause nobody knows the end of. */
export const UNDATED = { date: null, dateReason: null, time: null, allDay: false } as const;

/**
 * A row that a plan has put on a date of the rule, as it is with the days that are different: on another date, with the
 * turn of who is there then. null: it is left out, and its index is used up.
 */
export function placedRow(
  series: SeriesState,
  occurrence: Occurrence,
  days: DifferentDays,
  context: PlanContext,
): Occurrence | null {
  const row = toSeriesRow(occurrence, series);
  const isFree =
    row !== null && row.date !== null && !row.isException && !row.isTouched && row.status === 'TODO';
  if (!isFree || (series.shift === null && isRule(series.recurrence))) return occurrence;
  if (!isRule(series.recurrence) && heldUntil(series, row.originalDate) === null)
    return { ...occurrence, ...UNDATED, ...turnOfRow(series, { ...row, date: null }, context) };
  const at = dateNow({ shift: series.shift, days }, series, row.originalDate, context.firstDayOfWeek);
  if (at === null) return null;
  // Nobody can do it yesterday.
  if (at.date < context.today && at.date < row.originalDate) return occurrence;
  const placed = { ...occurrence, date: at.date, dateReason: at.reason };
  if (at.date === row.date || givenTurn(row) !== null) return placed;
  return { ...placed, ...turnOfRow(series, { ...row, date: at.date }, context) };
}

/**
 * The rows of a series whose days, or whose shift, were `before` and are `after`: open and coming ones that nobody changed
 * on their own go where they are to be now, and none into the past; what was left out and is not any more gets its row.
 *
 * @param rows at least those from the farthest a date may be put off, before today
 * @param addressed the occurrence whose edit sets the shift. If somebody changed or ticked it, it follows all the same as
 * long as its date is still the one that it has from its series, but it is never left out.
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
      isOpen(row) &&
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
      : turnNow(series, { ...row, date }, context);
    return [change(row, { date, dateReason: reason, ...(turn !== null && !sameTurn(turn, row) && turn) })];
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
    remove: remove.map(ref),
    change: moved,
    create: newRows(series, back, context),
  };
}
