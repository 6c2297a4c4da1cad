import type { SeriesPause } from '../days/pause.js';
import type { RuleDate } from '../recurrence/expand.js';
import { segmentsFrom } from '../rotation/segment.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import { END_OF_CALENDAR, withEndBefore, firstDate, isRule, seriesDates, startAt } from './dates.js';
import { foldPauses } from './recompute-pauses.js';
import {
  placeAt,
  placeOfDate,
  placeOfRow,
  type SeriesPlace,
  livingIndexes,
  type PlanContext,
  type Series,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { timesOf } from '../recurrence/rule.js';
import { segmentsOn } from './turns.js';

/** A series that was split in two before one of its occurrences. */
export type Split = {
  /** The changes to the old series, which ends before the cut. */
  readonly head: Partial<SeriesState>;
  /** The new series. Its lowest index is 0, and it has the same dates and turns as before. */
  readonly tail: SeriesState;
  /** The rows of the new series. Their indexes are those in the new series. */
  readonly tailRows: readonly SeriesRow[];
};

/**
 * Cuts a series before `target`, compared by original date. The index of the cut is subtracted from a
 * `count`, and the turns continue without interruption.
 *
 * Returns null if nothing would be left before the cut, because scope `following` is then the same as `all`.
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
  // If the rule was replaced, a row of the old rule may be after the cut although it has a lower index.
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
    // An ended series starts again if one of its restored occurrences is edited with scope `following`.
    ended: false,
  };
  const { count } = isRule(folded.recurrence) ? folded.recurrence : {};
  const endsBefore = isWithinDay(series, target) ? addDays(day, 1) : day;
  const { excludedDates = [], ...head } = endBeforeRow(series, target, context);
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

/**
 * Returns the changes to a series that ends before that row: on the day before, or between two times of the
 * same day.
 */
export function endBeforeRow(
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
    recurrence: withEndBefore(series.recurrence, isWithin ? addDays(day, 1) : day),
    ended: series.ended || over,
    excludedDates: [...before, ...after],
  };
}

/**
 * Returns the dates of the rule on the day of the row, with one entry per time of day. Empty if the rule has no times.
 */
function placesOfDay({ recurrence }: SeriesState, { originalDate, originalTime }: SeriesRow): SeriesPlace[] {
  return originalTime === null ? [] : timesOf(recurrence).map((time) => placeAt(originalDate, time));
}

/** Returns true if an earlier time of the same day comes before the row. */
function isWithinDay(series: SeriesState, target: SeriesRow): boolean {
  return placesOfDay(series, target).some((place) => place < placeOfRow(target));
}

function begunAt({ recurrence, start }: SeriesState, first: CivilDate): Pick<SeriesState, 'start'> {
  if (!isRule(recurrence)) return { start: first };
  return { start: first > start ? startAt(recurrence, start, first) : start };
}

/**
 * Returns those of the dates whose index already belongs to a live row on the other side of the cut. A pause or
 * another rule can have moved a row there.
 */
function placesTaken(others: readonly SeriesRow[], dates: Iterable<RuleDate>): SeriesPlace[] {
  const taken = livingIndexes(others);
  const last = Math.max(-1, ...taken);
  const places: SeriesPlace[] = [];
  for (const one of dates) {
    if (one.index > last) break;
    if (taken.has(one.index)) places.push(placeOfDate(one));
  }
  return places;
}

/** Renumbers the indexes stored in a pause for a series in which the index `shift` becomes 0. */
function pauseFrom(pause: SeriesPause, shift: number): SeriesPause {
  const { firstIndex, stayingFrom = 0 } = pause;
  if (firstIndex === undefined) return pause;
  const from = (index: number) => Math.max(0, index - shift);
  return { ...pause, firstIndex: from(firstIndex), stayingFrom: from(stayingFrom) };
}

/**
 * Returns the other parts of a split task that change when the part `deleted` is removed. The part before it
 * now ends where the next part begins, instead of where `deleted` began.
 *
 * The parts are ordered by `endsBefore`, with null last. Their rules keep their own end, so no dates are
 * added.
 */
export function partsAfterRemoval<S extends Series>(deleted: Series, others: readonly S[]): readonly S[] {
  const { endsBefore } = deleted;
  const earlier = others.flatMap((one) =>
    one.endsBefore !== null && (endsBefore === null || one.endsBefore < endsBefore) ? [one.endsBefore] : [],
  );
  const last = earlier.sort().at(-1);
  return others
    .filter((one) => last !== undefined && one.endsBefore === last && !one.ended)
    .map((one) => ({ ...one, endsBefore }));
}
