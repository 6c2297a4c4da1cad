import type { SeriesPause } from '../days/pause.js';
import type { CivilDate } from '../shared/civil-date.js';
import { END_OF_CALENDAR, isRule, seriesDates } from './dates.js';
import { isExcluded, type Place, placeOfDate, placeOfRow } from './places.js';
import { livingIndexes, type SeriesRow, type SeriesState } from './series.js';

/**
 * The excluded dates of a series that is under other pauses: a turn that somebody deleted is left out on whatever date it
 * would come now, and the date that it had is another's. A row in the trash keeps its date, which no other may have.
 */
export function excludedUnder(
  pauses: readonly SeriesPause[],
  series: SeriesState,
  rows: readonly SeriesRow[],
  today: CivilDate,
): readonly Place[] {
  const { excludedDates } = series;
  const last = excludedDates.reduce<string>((latest, place) => (place > latest ? place : latest), '');
  if (excludedDates.length === 0 || !isRule(series.recurrence)) return excludedDates;
  const living = livingIndexes(rows);
  const trash = rows.filter((row) => row.deleted);
  const held = new Set(trash.map(placeOfRow));
  const free = excludedDates.filter((place) => place >= today && !held.has(place));
  const indexAt = new Map<Place, number>();
  for (const one of seriesDates(series, today, END_OF_CALENDAR)) {
    if (one.date > last) break;
    if (!isExcluded(free, one) || living.has(one.index)) continue;
    indexAt.set(placeOfDate(one), one.index).set(one.date, one.index);
  }
  const deleted = new Set([...indexAt.values(), ...trash.map(({ seriesIndex }) => seriesIndex)]);
  const most = Math.max(...deleted);
  const now = new Map<number, Place>();
  for (const one of seriesDates({ ...series, pauses }, today, END_OF_CALENDAR)) {
    if (one.index > most) break;
    if (deleted.has(one.index) && !living.has(one.index)) now.set(one.index, placeOfDate(one));
  }
  // Until somebody knows when a pause ends, nobody knows on which dates the turns after it come.
  const isKept = (place: Place) => {
    const index = indexAt.get(place);
    return index === undefined || !now.has(index);
  };
  return [...new Set([...excludedDates.filter(isKept), ...now.values()])].sort();
}
