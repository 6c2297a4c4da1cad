import { coversDate } from '../../../../domain/days/pause.js';
import { readDays, SHIFT_DAYS, shiftDate } from '../../../../domain/days/shift.js';
import { isRule, seriesDates } from '../../../../domain/series/dates.js';
import {
  isExcluded,
  placeOfDate,
  placeOfRow,
  type SeriesRecord,
  type SeriesRow,
} from '../../../../domain/series/series.js';
import { toSeriesRows } from '../../../../domain/series/plan.js';
import { addDays, type CivilDate, toDayNumber } from '../../../../domain/shared/civil-date.js';
import type { Reading } from '../reading.js';

/** What seasons, pauses and the days of calendars leave of the dates of a series, each breach as a sentence. */
export function brokenByDays(reading: Reading, series: SeriesRecord, today: CivilDate): string[] {
  if (series.ended) return [];
  const rows = toSeriesRows(
    reading.rows.filter(({ seriesId }) => seriesId === series.id),
    series,
  );
  const coming = rows.filter(
    ({ status, deleted, isException, date }) =>
      status === 'TODO' && !deleted && !isException && date !== null && date >= today,
  );
  return [
    ...coming.flatMap((row) => tooFar(series, row)),
    ...(isRule(series.recurrence)
      ? [...strayRows(reading, series, coming, today), ...missingRows(reading, series, rows, today)]
      : coming.flatMap((row) => pausedRow(series, row))),
  ];
}

/** No day puts a date off by more than two weeks. */
function tooFar({ id }: SeriesRecord, row: SeriesRow): string[] {
  const { originalDate, date, dateReason } = row;
  const days = date === null || dateReason === null ? 0 : toDayNumber(date) - toDayNumber(originalDate);
  return Math.abs(days) <= SHIFT_DAYS ? [] : [`${id}: ${row.id} is ${days} days from ${originalDate}`];
}

/** What comes after a completion comes after a pause, unless a different day has put it off into one. */
function pausedRow({ id, pauses }: SeriesRecord, { id: row, date, dateReason }: SeriesRow): string[] {
  const pause = pauses.find(
    (one) => one.mode !== 'assign' && date !== null && dateReason === null && coversDate(one, date),
  );
  return pause === undefined ? [] : [`${id}: ${row} is on ${date}, within ${JSON.stringify(pause)}`];
}

/** What nobody changed on its own is where the rule has it, and so not within a pause, nor out of season. */
function strayRows(
  reading: Reading,
  series: SeriesRecord,
  coming: readonly SeriesRow[],
  today: CivilDate,
): string[] {
  // What somebody brought back, ticked or gave items keeps its date, whatever became of the rule.
  const untouched = coming.filter(({ statusAt, isTouched }) => statusAt === null && !isTouched);
  return untouched.flatMap((row) => {
    const { originalDate: day, seriesIndex: index } = row;
    const dates = [...seriesDates(series, day, addDays(day, 1))];
    const isGiven = dates.some((one) => one.index === index && placeOfDate(one) === placeOfRow(row));
    if (!isGiven) return [`${series.id}: the rule has no row ${index} on ${placeOfRow(row)}`];
    const at = shiftedDate(reading, series, day);
    // Nobody can do it yesterday.
    return row.date === at || (at !== null && at < today)
      ? []
      : [`${series.id}: ${row.id} is on ${row.date}, not on ${at}`];
  });
}

/**
 * From tomorrow to its horizon each date of the rule has one row, which has its index, unless somebody deleted that date.
 * A row that lies on the date and has another index is none.
 */
function missingRows(
  reading: Reading,
  series: SeriesRecord,
  rows: readonly SeriesRow[],
  today: CivilDate,
): string[] {
  const dates = [...seriesDates(series, addDays(today, 1), series.horizon)];
  const live = new Map(rows.filter(({ deleted }) => !deleted).map((row) => [row.seriesIndex, row]));
  const trash = new Set(rows.filter(({ deleted }) => deleted).map(placeOfRow));
  const misplaced = dates.filter((one) => {
    const row = live.get(one.index);
    return row !== undefined && placeOfRow(row) !== placeOfDate(one);
  });
  const missing = dates
    .filter((one) => !live.has(one.index) && !trash.has(placeOfDate(one)))
    .filter(
      (one) => !isExcluded(series.excludedDates, one) && shiftedDate(reading, series, one.date) !== null,
    )
    .map((one) => `${series.id}: no row ${one.index} on ${placeOfDate(one)}`);
  return [
    ...missing,
    ...misplaced.map((one) => `${series.id}: row ${one.index} has not the place ${placeOfDate(one)}`),
  ];
}

/** null: it is left out. */
function shiftedDate(
  { household, dayCalendars }: Reading,
  { shift }: SeriesRecord,
  date: CivilDate,
): CivilDate | null {
  if (shift === null || household === null) return date;
  return shiftDate(date, shift, readDays(dayCalendars), household.weekStartsOn)?.date ?? null;
}
