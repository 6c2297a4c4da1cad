import type { SeriesPause } from '../days/pause.js';
import type { RuleDate } from '../recurrence/expand.js';
import { segmentsFrom } from '../rotation/segment.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import { END_OF_CALENDAR, endingBefore, firstDate, isRule, seriesDates, startAt } from './dates.js';
import { foldPauses } from './later.js';
import { placeAt, placeOfDate, placeOfRow, type Place } from './places.js';
import { timesOf } from '../recurrence/rule.js';
import { segmentsOn } from './turns.js';
import { livingIndexes, type PlanContext, type Series, type SeriesRow, type SeriesState } from './series.js';

/** A series cut in two before one of its occurrences. */
export type Split = {
  /** What changes of the series that ends. */
  readonly head: Partial<SeriesState>;
  /** The series that begins there, with its lowest index at 0 and the same dates and people as before. */
  readonly tail: SeriesState;
  /** The rows of the tail with their index there. */
  readonly tailRows: readonly SeriesRow[];
};

/**
 * Cuts a series before `target`, by original dates. A count becomes count minus index, the turns go on unbroken.
 * Null when nothing would be left before the cut: then "this and following" is the whole series.
 */
export function splitSeries(
  series: SeriesState,
  rows: readonly SeriesRow[],
  target: SeriesRow,
  context: PlanContext,
): Split | null {
  const { originalDate: day } = target;
  const cut = placeOfRow(target);
  const first = firstDate(series, day);
  const tailRows = rows.filter((row) => placeOfRow(row) >= cut);
  const headRows = rows.filter((row) => placeOfRow(row) < cut);
  // Once the rule was replaced, what was kept of the old one may lie behind the cut with an index from before it.
  const indexes = [target, ...tailRows].map(({ seriesIndex }) => seriesIndex);
  const begun = Math.min(target.seriesIndex, first?.index ?? target.seriesIndex);
  const isBegunBefore = headRows.some((row) => !row.deleted);
  if (begun <= 0 && !isBegunBefore) return null;
  const shift = Math.max(0, Math.min(begun, ...indexes));
  const folded = foldPauses(series, first?.date ?? day, context);
  const tail: SeriesState = {
    ...folded,
    ...begunAt(folded, first?.date ?? day),
    startIndex: (first?.index ?? shift) - shift,
    segments: segmentsFrom(segmentsOn(folded, shift, first?.date ?? day, context), shift),
    pauses: folded.pauses.map((pause) => pauseFrom(pause, shift)),
    nextIndex: Math.max(0, series.nextIndex - shift),
    excludedDates: [
      ...placesOfDay(series, target).filter((place) => place < cut),
      ...series.excludedDates.filter((place) => place >= cut),
      ...(first === null ? [] : placesTaken(headRows, seriesDates(series, first.date, END_OF_CALENDAR))),
    ].sort(),
    // Whoever goes on from a restored occurrence of a series that has ended wants it to go on.
    ended: false,
  };
  const { count } = isRule(folded.recurrence) ? folded.recurrence : {};
  const endsBefore = isWithinDay(series, target) ? addDays(day, 1) : day;
  const { excludedDates = [], ...head } = headBefore(series, target, context);
  const heldBehind = placesTaken(tailRows, seriesDates(series, context.today, endsBefore));
  return {
    head: {
      ...head,
      excludedDates: [...excludedDates, ...heldBehind.filter((place) => place < cut)].sort(),
      endsBefore,
    },
    tail:
      count === undefined
        ? tail
        : { ...tail, recurrence: { ...folded.recurrence, count: Math.max(1, count - shift) } },
    tailRows: tailRows.map((row) => ({ ...row, seriesIndex: row.seriesIndex - shift })),
  };
}

/** What changes of a series that ends before that row: the day before, or between two times of the day. */
export function headBefore(
  series: SeriesState,
  target: SeriesRow,
  { today }: PlanContext,
): Partial<SeriesState> {
  const { originalDate: day } = target;
  const cut = placeOfRow(target);
  const before = series.excludedDates.filter((place) => place < cut);
  if (!isRule(series.recurrence)) return { ended: true, excludedDates: before };
  const isWithin = isWithinDay(series, target);
  const after = isWithin ? placesOfDay(series, target).filter((place) => place >= cut) : [];
  const over = day <= today || series.start > day || (series.start === day && !isWithin);
  return {
    recurrence: endingBefore(series.recurrence, isWithin ? addDays(day, 1) : day),
    ended: series.ended || over,
    excludedDates: [...before, ...after],
  };
}

/** Where the rule has several times on the day of that row; nowhere where the row is of a rule without. */
function placesOfDay({ recurrence }: SeriesState, { originalDate, originalTime }: SeriesRow): Place[] {
  return originalTime === null ? [] : timesOf(recurrence).map((time) => placeAt(originalDate, time));
}

/** Whether something of its day comes before the row. */
function isWithinDay(series: SeriesState, target: SeriesRow): boolean {
  return placesOfDay(series, target).some((place) => place < placeOfRow(target));
}

function begunAt({ recurrence, start }: SeriesState, first: CivilDate): Pick<SeriesState, 'start'> {
  if (!isRule(recurrence)) return { start: first };
  return { start: first > start ? startAt(recurrence, start, first) : start };
}

/** Those of the dates whose turns are had already by rows on the other side of the cut, where a pause or another rule has put them. */
function placesTaken(others: readonly SeriesRow[], dates: Iterable<RuleDate>): Place[] {
  const taken = livingIndexes(others);
  const last = Math.max(-1, ...taken);
  const places: Place[] = [];
  for (const one of dates) {
    if (one.index > last) break;
    if (taken.has(one.index)) places.push(placeOfDate(one));
  }
  return places;
}

/** The pause as it is known where the index `shift` is 0. */
function pauseFrom(pause: SeriesPause, shift: number): SeriesPause {
  const { firstIndex, stayingFrom = 0 } = pause;
  if (firstIndex === undefined) return pause;
  const from = (index: number) => Math.max(0, index - shift);
  return { ...pause, firstIndex: from(firstIndex), stayingFrom: from(stayingFrom) };
}

/**
 * What changes of the other series of its task when `deleted` goes: where it would have begun, what it followed no longer
 * ends, but where the next one begins. Their bounds order the parts of a task as time does, none being the last. Their
 * rules stay, which end there too: nothing comes that nobody asks for.
 */
export function releasedBy<S extends Series>(deleted: Series, others: readonly S[]): readonly S[] {
  const { endsBefore } = deleted;
  const earlier = others.flatMap((one) =>
    one.endsBefore !== null && (endsBefore === null || one.endsBefore < endsBefore) ? [one.endsBefore] : [],
  );
  const last = earlier.sort().at(-1);
  return others
    .filter((one) => last !== undefined && one.endsBefore === last && !one.ended)
    .map((one) => ({ ...one, endsBefore }));
}
