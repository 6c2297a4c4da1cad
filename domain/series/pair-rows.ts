import type { OccurrenceId } from '../shared/ids.js';
import { placeOfDate, placeOfRow } from './places.js';
import type { PlannedDate } from './plan.js';
import type { SeriesRow } from './series.js';

export type Pairing = {
  readonly pairs: readonly (readonly [SeriesRow, PlannedDate])[];
  readonly surplusRows: readonly SeriesRow[];
  readonly surplusDates: readonly PlannedDate[];
};

/**
 * Which row takes which date when a series gets new ones. A row stays where its date stays; the others are moved to
 * the new dates in order, because a row that lives on keeps its id, its ticks and its calendar event. No row is
 * moved to a date that another row still has. The edited row (`target`) always lives on while there is a date:
 * if need be it takes the place of the one that has it, which is surplus then.
 */
export function pairRows(
  rows: readonly SeriesRow[],
  dates: readonly PlannedDate[],
  target: OccurrenceId | null,
): Pairing {
  const onDate = new Map(rows.map((row) => [placeOfRow(row), row]));
  const wanted = new Set(dates.map(placeOfDate));
  const edited = rows.find((row) => row.id === target && !wanted.has(placeOfRow(row)));
  const free = dates.filter((date) => !onDate.has(placeOfDate(date)));
  const place = edited && placeFor(edited, free.length > 0 ? free : dates);
  const unplaced = free.filter((date) => date !== place);
  const misplaced = rows.filter((row) => row !== edited && !wanted.has(placeOfRow(row)));
  const ofTheDay = pairWithinDays(misplaced, unplaced);
  const staying = new Set(ofTheDay.values());
  const rest = unplaced.filter((date) => !ofTheDay.has(date));
  const loose = misplaced.filter((row) => !staying.has(row));

  const pairs: (readonly [SeriesRow, PlannedDate])[] = [];
  const surplusRows = loose.slice(rest.length);
  for (const date of dates) {
    const there = onDate.get(placeOfDate(date));
    const row = date === place ? edited : (there ?? ofTheDay.get(date) ?? loose[rest.indexOf(date)]);
    if (row !== undefined) pairs.push([row, date]);
    if (date === place && there !== undefined) surplusRows.push(there);
  }
  if (edited !== undefined && place === undefined) surplusRows.push(edited);
  return { pairs, surplusRows, surplusDates: rest.slice(loose.length) };
}

/** Rows that stay on their day, at another of its times. */
function pairWithinDays(
  rows: readonly SeriesRow[],
  dates: readonly PlannedDate[],
): ReadonlyMap<PlannedDate, SeriesRow> {
  const byDay = Map.groupBy(dates, ({ date }) => date);
  const pairs = new Map<PlannedDate, SeriesRow>();
  for (const row of rows) {
    const date = byDay.get(row.originalDate)?.shift();
    if (date !== undefined) pairs.set(date, row);
  }
  return pairs;
}

function placeFor(row: SeriesRow, dates: readonly PlannedDate[]): PlannedDate | undefined {
  return dates.find(({ date }) => date >= row.originalDate) ?? dates.at(-1);
}
