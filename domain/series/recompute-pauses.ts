import { coversDate, type SeriesPause } from '../days/pause.js';
import type { RuleDate } from '../recurrence/expand.js';
import { SHIFT_DAYS } from '../days/shift.js';
import { absentSince, type AwayPeriods } from '../rotation/away.js';
import { namedMembers } from '../rotation/rotation.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { omit, sameJson } from '../shared/json.js';
import { isRule, seriesDates, spansOfSeries } from './dates.js';
import { isRowOpen, replannableRows, type PlanContext, type SeriesRow, type SeriesState } from './series.js';
import { segmentsOfSpans } from './turns.js';

/**
 * Returns the series with a later start, in the span that contains `day`. Dates and turns from that day on stay the
 * same. `later` pauses that ended before the new start and before today are dropped, because the new start includes
 * their effect. Returns the series unchanged if no pause has moved its dates by that day.
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

/**
 * Removes pauses that are long over, so that the cost of planning does not grow with old pauses. Future dates
 * and turns stay the same.
 *
 * @param rows the same rows as for an edit with scope `all`
 */
export function forgetPauses(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): SeriesState {
  const settled = settledBefore(series, rows, context);
  const isOver = ({ to }: SeriesPause) => to !== null && to < settled;
  if (!series.pauses.some(isOver)) return series;
  const folded = foldPauses(series, settled, context);
  const later = folded.pauses.reduce(
    (left, pause) => (pause.mode === 'later' && isOver(pause) ? withoutIdle(folded, left, pause) : left),
    folded.pauses,
  );
  // A `skip` or `assign` pause within a remaining `later` pause is kept, because it determines which dates
  // are due within that pause.
  const first = later.reduce((day, { mode, from }) => (mode === 'later' && from < day ? from : day), settled);
  const isLeft = ({ mode, to }: SeriesPause) => mode === 'later' || to === null || to >= first;
  return { ...folded, pauses: later.filter(isLeft) };
}

/** Drops the pause if it postpones nothing, that is, if the spans are the same without it. */
function withoutIdle(
  series: SeriesState,
  pauses: readonly SeriesPause[],
  pause: SeriesPause,
): readonly SeriesPause[] {
  const { recurrence } = series;
  const others = pauses.filter((one) => one !== pause);
  if (!isRule(recurrence)) return others;
  const spans = (of: readonly SeriesPause[]) => spansOfSeries({ ...series, pauses: of }, recurrence);
  return sameJson(spans(others), spans(pauses)) ? others : pauses;
}

/**
 * Returns a day in the past before which the dates of the series no longer change. It is the earliest of:
 *
 * - SHIFT_DAYS before today, because a special day may have postponed a date by that many days
 * - the horizon of the series
 * - the first day of an absence that ends on or after that day, because missed turns are counted from there
 * - the date of an open row, if the series repeats after completion
 */
function settledBefore(series: SeriesState, rows: readonly SeriesRow[], context: PlanContext): CivilDate {
  const { recurrence, horizon, segments, nextIndex } = series;
  const day = addDays(context.today, -SHIFT_DAYS);
  const open = isRule(recurrence) ? [] : rows.filter(isRowOpen);
  const dates = open.flatMap(({ date, originalDate }) =>
    date === null ? [originalDate] : [date, originalDate],
  );
  const next = Math.min(
    nextIndex,
    ...replannableRows(series, rows, context).map(({ seriesIndex }) => seriesIndex),
  );
  const turning = segments.filter((_, at) => (segments[at + 1]?.fromIndex ?? Infinity) > next);
  const named = new Set(turning.flatMap(({ rotation }) => [...namedMembers(rotation)]));
  const [first = day] = [day, horizon, ...dates, ...absencesFrom(context.away, named, day)].sort();
  return first;
}

/** Returns the first day of each absence of these members that ends on or after `day`. */
function absencesFrom(
  away: AwayPeriods,
  members: ReadonlySet<MemberId>,
  day: CivilDate,
): readonly CivilDate[] {
  return [...members].flatMap((member) =>
    (away.get(member) ?? [])
      .filter(({ to }) => to === null || to >= day)
      .map(({ from }) => absentSince(away, [member], from)),
  );
}

/**
 * Returns the pause with the indexes of the dates that it does not postpone. The first date due within the
 * pause is postponed, unless `stays` returns true for it. A date for which `stays` returns true has a row
 * that keeps its date.
 */
export function withRecordedIndexes(
  series: SeriesState,
  pause: SeriesPause,
  stays: (date: RuleDate) => boolean,
  today: CivilDate,
): SeriesPause {
  const known = omit(pause, 'firstIndex', 'stayingFrom');
  if (pause.mode !== 'later' || !isRule(series.recurrence)) return known;
  const due = dueWithin(series, pause, today);
  const first = due.find((date) => !stays(date));
  const [stayingFrom] = due;
  if (stayingFrom === undefined || first === stayingFrom) return known;
  const firstIndex = first?.index ?? (due.at(-1)?.index ?? 0) + 1;
  return { ...known, stayingFrom: stayingFrom.index, firstIndex };
}

/**
 * Recomputes a pause after another pause was added or removed, which may change the dates due within it.
 *
 * The pause stores the indexes of dates that it did not postpone when it was made. If these dates are due within the
 * pause again, it does not postpone them now either. A date that is newly due within the pause is not postponed if its
 * row has a date within the pause. All other rows are matched with dates after the pause.
 *
 * @param before the series with the earlier pauses, before the change
 * @param series the series with the earlier pauses, after the change
 * @param staying the rows that keep their dates
 */
export function recomputePause(
  before: SeriesState,
  series: SeriesState,
  pause: SeriesPause,
  staying: readonly SeriesRow[],
  today: CivilDate,
): SeriesPause {
  const { firstIndex = 0, stayingFrom = 0 } = pause;
  const isKnown = (index: number) => stayingFrom <= index && index < firstIndex;
  const due = dueWithin(series, pause, today)[0]?.index;
  const isDueAnew = due !== dueWithin(before, pause, today)[0]?.index;
  const indexes = new Set(
    staying
      .filter(
        ({ date, seriesIndex }) =>
          isKnown(seriesIndex) || (isDueAnew && date !== null && coversDate(pause, date)),
      )
      .map(({ seriesIndex }) => seriesIndex),
  );
  const recomputed = withRecordedIndexes(series, pause, ({ index }) => indexes.has(index), today);
  const isDueKnown = due !== undefined && isKnown(due);
  if (recomputed.firstIndex === undefined) return isDueKnown ? recomputed : pause;
  return isDueKnown ? { ...recomputed, stayingFrom } : recomputed;
}

/**
 * Returns the dates due within the pause. For a pause without an end, only dates before today
 * count.
 */
function dueWithin(series: SeriesState, { from, to }: SeriesPause, today: CivilDate): readonly RuleDate[] {
  const end = to === null ? today : addDays(to, 1);
  return [...seriesDates(series, from, end)];
}

/**
 * Recomputes every pause of a series whose dates have changed, in order of their first day. `find` receives
 * the series with those pauses that come before the current one.
 */
export function recomputePauses(
  series: SeriesState,
  find: (series: SeriesState, pause: SeriesPause) => SeriesPause,
): readonly SeriesPause[] {
  const recomputed = new Map<SeriesPause['id'], SeriesPause>();
  for (const pause of series.pauses.toSorted((one, other) => (one.from < other.from ? -1 : 1)))
    recomputed.set(pause.id, find({ ...series, pauses: [...recomputed.values()] }, pause));
  return series.pauses.map((pause) => recomputed.get(pause.id) ?? pause);
}
