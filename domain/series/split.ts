import { segmentsFrom } from '../rotation/segment.js';
import type { CivilDate } from '../shared/civil-date.js';
import { endingBefore, firstDate, isRule, startAt } from './dates.js';
import type { PlanContext, Series, SeriesRow, SeriesState } from './series.js';

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
  const cut = target.originalDate;
  const first = firstDate(series, cut);
  const tailRows = rows.filter(({ originalDate }) => originalDate >= cut);
  // Once the rule was replaced, what was kept of the old one may lie behind the cut with an index from before it.
  const indexes = [target, ...tailRows].map(({ seriesIndex }) => seriesIndex);
  const begun = Math.min(target.seriesIndex, first?.index ?? target.seriesIndex);
  const isBegunBefore = rows.some(({ deleted, originalDate }) => !deleted && originalDate < cut);
  if (begun <= 0 && !isBegunBefore) return null;
  const shift = Math.max(0, Math.min(begun, ...indexes));
  const tail: SeriesState = {
    ...series,
    ...begunAt(series, first?.date ?? cut),
    startIndex: (first?.index ?? shift) - shift,
    segments: segmentsFrom(series.segments, shift),
    nextIndex: Math.max(0, series.nextIndex - shift),
    excludedDates: series.excludedDates.filter((date) => date >= cut),
    // Whoever goes on from a restored occurrence of a series that has ended wants it to go on.
    ended: false,
  };
  const { count } = isRule(series.recurrence) ? series.recurrence : {};
  return {
    head: { ...headBefore(series, cut, context), endsBefore: cut },
    tail:
      count === undefined
        ? tail
        : { ...tail, recurrence: { ...series.recurrence, count: Math.max(1, count - shift) } },
    tailRows: tailRows.map((row) => ({ ...row, seriesIndex: row.seriesIndex - shift })),
  };
}

/** What changes of a series that ends the day before `cut`. */
export function headBefore(
  series: SeriesState,
  cut: CivilDate,
  { today }: PlanContext,
): Partial<SeriesState> {
  const excludedDates = series.excludedDates.filter((date) => date < cut);
  if (!isRule(series.recurrence)) return { ended: true, excludedDates };
  const over = cut <= today || series.start >= cut;
  return { recurrence: endingBefore(series.recurrence, cut), ended: series.ended || over, excludedDates };
}

function begunAt({ recurrence, start }: SeriesState, first: CivilDate): Pick<SeriesState, 'start'> {
  if (!isRule(recurrence)) return { start: first };
  return { start: first > start ? startAt(recurrence, start, first) : start };
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
