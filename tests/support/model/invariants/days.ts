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

/**
 * Checks the dates of a series against its seasons, its pauses and the day calendars. Returns each violation
 * as a sentence.
 */
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

/** A day calendar must not move a date by more than two weeks. */
function tooFar({ id }: SeriesRecord, row: SeriesRow): string[] {
  const { originalDate, date, dateReason } = row;
  const days = date === null || dateReason === null ? 0 : toDayNumber(date) - toDayNumber(originalDate);
  return Math.abs(days) <= SHIFT_DAYS ? [] : [`${id}: ${row.id} is ${days} days from ${originalDate}`];
}

/**
 * In a series that repeats after completion, no date may be in a pause, unless a day calendar has moved it
 * there.
 */
function pausedRow({ id, pauses }: SeriesRecord, { id: row, date, dateReason }: SeriesRow): string[] {
  const pause = pauses.find(
    (one) => one.mode !== 'assign' && date !== null && dateReason === null && coversDate(one, date),
  );
  return pause === undefined ? [] : [`${id}: ${row} is on ${date}, within ${JSON.stringify(pause)}`];
}

/**
 * A row that nobody changed must be on a date that the rule gives, and so neither in a pause nor out of
 * season.
 */
function strayRows(
  reading: Reading,
  series: SeriesRecord,
  coming: readonly SeriesRow[],
  today: CivilDate,
): string[] {
  // A row that was restored, ticked or got checklist items keeps its date even if the rule changes.
  const untouched = coming.filter(({ statusAt, isTouched }) => statusAt === null && !isTouched);
  return untouched.flatMap((row) => {
    const { originalDate: day, seriesIndex: index } = row;
    const dates = [...seriesDates(series, day, addDays(day, 1))];
    const isGiven = dates.some((one) => one.index === index && placeOfDate(one) === placeOfRow(row));
    if (!isGiven) return [`${series.id}: the rule has no row ${index} on ${placeOfRow(row)}`];
    const at = shiftedDate(reading, series, day);
    // If a day calendar moves the date into the past, the row keeps its date.
    return row.date === at || (at !== null && at < today)
      ? []
      : [`${series.id}: ${row.id} is on ${row.date}, not on ${at}`];
  });
}

/**
 * From tomorrow to the horizon, each date of the rule must have one row with its index, unless somebody
 * deleted that date. A row on the right date with another index does not count.
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

/** Returns the date after the day calendars have moved it, or null if the date is skipped. */
function shiftedDate(
  { household, dayCalendars }: Reading,
  { shift }: SeriesRecord,
  date: CivilDate,
): CivilDate | null {
  if (shift === null || household === null) return date;
  return shiftDate(date, shift, readDays(dayCalendars), household.weekStartsOn)?.date ?? null;
}
