import type { CivilDate } from '../shared/civil-date.js';
import { END_OF_CALENDAR, isRule, seriesDates } from './dates.js';
import type { Matches } from './match-rows.js';
import {
  isExcluded,
  type SeriesPlace,
  placeOfDate,
  placeOfRow,
  livingIndexes,
  type SeriesRow,
  type SeriesState,
} from './series.js';

/**
 * Returns a map from each deleted date on or after `from` that the rule gives now to the index of its turn. If the
 * rule has several times a day, the keys contain date and time, and a day that was deleted as a whole has an entry
 * for each of its times.
 */
export function findExcludedIndexes(series: SeriesState, from: CivilDate): ReadonlyMap<SeriesPlace, number> {
  const { excludedDates } = series;
  const indexes = new Map<SeriesPlace, number>();
  const coming = excludedDates.filter((place) => place >= from);
  const last = coming.reduce<string>((latest, place) => (place > latest ? place : latest), '');
  if (coming.length === 0 || !isRule(series.recurrence)) return indexes;
  for (const one of seriesDates(series, from, END_OF_CALENDAR)) {
    if (one.date > last) break;
    if (isExcluded(coming, one)) indexes.set(placeOfDate(one), one.index);
  }
  return indexes;
}

/**
 * Returns the deleted dates after a pause or a move has changed the dates of the series. A deleted occurrence
 * stays deleted on the date that its index has now. Its previous date becomes available for another
 * occurrence.
 *
 * @param matches for each row, including rows in the trash, the date that belongs to the index of the row now
 */
export function recomputeExcluded(
  before: SeriesState,
  after: SeriesState,
  rows: readonly SeriesRow[],
  matches: Matches,
  today: CivilDate,
): readonly SeriesPlace[] {
  const { excludedDates } = before;
  if (excludedDates.length === 0 || !isRule(after.recurrence)) return excludedDates;
  const living = livingIndexes(rows);
  const deleted = [...findExcludedIndexes(before, today)].filter(([, index]) => !living.has(index));
  const trash = rows.flatMap((row) => {
    const match = row.deleted ? matches.get(row.id) : undefined;
    const isDeleted = excludedDates.some((place) => place === placeOfRow(row) || place === row.originalDate);
    return match === undefined || !isDeleted ? [] : [[placeOfRow(row), placeOfDate(match)] as const];
  });
  const most = Math.max(-1, ...deleted.map(([, index]) => index));
  const placeAt = new Map<number, SeriesPlace>();
  for (const one of seriesDates(after, after.start < today ? today : after.start, END_OF_CALENDAR)) {
    if (one.index > most) break;
    placeAt.set(one.index, placeOfDate(one));
  }
  // Dates after a pause without an end are unknown. A deleted occurrence whose new date is unknown keeps its
  // old date.
  const moved = [
    ...trash,
    ...deleted.flatMap(([place, index]) => {
      const now = placeAt.get(index);
      return now === undefined ? [] : [[place, now] as const];
    }),
  ];
  const gone = new Set<SeriesPlace>(moved.flatMap(([place]) => [place, place.slice(0, 10) as CivilDate]));
  const kept = excludedDates.filter((place) => !gone.has(place));
  return [...new Set([...kept, ...moved.map(([, place]) => place)])].sort();
}
