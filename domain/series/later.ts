import { type SeriesPause } from '../days/pause.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import { isRule, seriesDates, spansOfSeries } from './dates.js';
import type { PlanContext, SeriesState } from './series.js';
import { segmentsOfSpans } from './turns.js';

/**
 * The series as it stands on that day: where pauses had its rule begin again until then, it is begun there, with the same
 * dates and turns from that day on. Of those pauses it still knows what is not over.
 */
export function foldPauses(
  series: SeriesState,
  day: CivilDate,
  { today, firstDayOfWeek }: Pick<PlanContext, 'today' | 'firstDayOfWeek'>,
): SeriesState {
  if (!isRule(series.recurrence)) return series;
  const spans = spansOfSeries(series, series.recurrence);
  const place = spans.findLastIndex((span) => span.start <= day);
  const span = spans[place];
  if (span === undefined || place < 1) return series;
  const isLeft = ({ mode, to }: SeriesPause) =>
    mode !== 'later' || to === null || to >= span.start || to >= today;
  return {
    ...series,
    ...{ recurrence: span.rule, start: span.start, startIndex: span.startIndex },
    segments: segmentsOfSpans(series.segments, spans.slice(0, place + 1), firstDayOfWeek),
    pauses: series.pauses.filter(isLeft),
  };
}

/** The pause as the series is to know it: what is due first within it comes after, but for the indexes that stay. */
export function pauseBefore(
  series: SeriesState,
  pause: SeriesPause,
  staying: ReadonlySet<number>,
  today: CivilDate,
): SeriesPause {
  const known: Omit<SeriesPause, 'firstIndex'> & { firstIndex?: number } = { ...pause };
  delete known.firstIndex;
  if (pause.mode !== 'later' || !isRule(series.recurrence)) return known;
  const end = pause.to === null ? today : addDays(pause.to, 1);
  const due = [...seriesDates(series, pause.from, end)].map(({ index }) => index);
  const first = due.find((index) => !staying.has(index));
  if (due.length === 0 || first === due[0]) return known;
  return { ...known, firstIndex: first ?? (due.at(-1) ?? 0) + 1 };
}

/** The pauses of a series that has other dates now. */
export function pausesAnew(
  series: SeriesState,
  staying: ReadonlySet<number>,
  today: CivilDate,
): readonly SeriesPause[] {
  const anew = new Map<SeriesPause['id'], SeriesPause>();
  for (const pause of series.pauses.toSorted((one, other) => (one.from < other.from ? -1 : 1)))
    anew.set(pause.id, pauseBefore({ ...series, pauses: [...anew.values()] }, pause, staying, today));
  return series.pauses.map((pause) => anew.get(pause.id) ?? pause);
}
