import { coversDate, type SeriesPause } from '../days/pause.js';
import { SHIFT_DAYS } from '../days/shift.js';
import { absentSince, type AwayPeriods } from '../rotation/away.js';
import { namedMembers } from '../rotation/rotation.js';
import { addDays, type CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { sameJson } from '../shared/same-json.js';
import { isRule, seriesDates, spansOfSeries } from './dates.js';
import { isOpen, replannableRows, type PlanContext, type SeriesRow, type SeriesState } from './series.js';
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

/**
 * The series without the pauses that are long over, so that its age costs nothing: its dates and turns to come are the same.
 * `rows` as for an edit with scope `all`.
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
  // What rests within one of them says what is due there.
  const first = later.reduce((day, { mode, from }) => (mode === 'later' && from < day ? from : day), settled);
  const isLeft = ({ mode, to }: SeriesPause) => mode === 'later' || to === null || to >= first;
  return { ...folded, pauses: later.filter(isLeft) };
}

/** Without that pause, where the rule does not begin again after it. */
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
 * The day before which nothing is planned, counted or taken back any more: a date may have been put off since, which is
 * longer than an undo reaches; an absence counts the turns since it began, and what is open after completion keeps its date.
 */
function settledBefore(series: SeriesState, rows: readonly SeriesRow[], context: PlanContext): CivilDate {
  const { recurrence, horizon, segments, nextIndex } = series;
  const day = addDays(context.today, -SHIFT_DAYS);
  const open = isRule(recurrence) ? [] : rows.filter(isOpen);
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

/** Since when those are away whose absence goes on that day, or comes. */
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

/** The pause as the series is to know it: what is due first within it comes after, but for the indexes that stay. */
export function pauseBefore(
  series: SeriesState,
  pause: SeriesPause,
  staying: ReadonlySet<number>,
  today: CivilDate,
): SeriesPause {
  const known = withoutStaying(pause);
  if (pause.mode !== 'later' || !isRule(series.recurrence)) return known;
  const due = dueWithin(series, pause, today);
  const first = due.find((index) => !staying.has(index));
  const [stayingFrom] = due;
  if (stayingFrom === undefined || first === stayingFrom) return known;
  return { ...known, stayingFrom, firstIndex: first ?? (due.at(-1) ?? 0) + 1 };
}

/**
 * The pause after another one has come or gone, by which other dates may be due within it. The indexes that stayed when it
 * was made are still known, so that they stay again when they are due within it again. What is due there anew stays if its
 * row lies there; any other row stands for a date after the pause.
 *
 * @param before the series with the pauses before this one as they were
 * @param series the series with the pauses before this one as they are
 * @param staying the rows that keep their dates
 */
export function pauseBeside(
  before: SeriesState,
  series: SeriesState,
  pause: SeriesPause,
  staying: readonly SeriesRow[],
  today: CivilDate,
): SeriesPause {
  const { firstIndex = 0, stayingFrom = 0 } = pause;
  const isKnown = (index: number) => stayingFrom <= index && index < firstIndex;
  const [due] = dueWithin(series, pause, today);
  const isDueAnew = due !== dueWithin(before, pause, today)[0];
  const indexes = staying
    .filter(
      ({ date, seriesIndex }) =>
        isKnown(seriesIndex) || (isDueAnew && date !== null && coversDate(pause, date)),
    )
    .map(({ seriesIndex }) => seriesIndex);
  const anew = pauseBefore(series, pause, new Set(indexes), today);
  const isDueKnown = due !== undefined && isKnown(due);
  if (anew.firstIndex === undefined) return isDueKnown ? anew : pause;
  return isDueKnown ? { ...anew, stayingFrom } : anew;
}

function withoutStaying(pause: SeriesPause): SeriesPause {
  const known: { -readonly [Field in keyof SeriesPause]: SeriesPause[Field] } = { ...pause };
  delete known.firstIndex;
  delete known.stayingFrom;
  return known;
}

/** The indexes that are due within the pause; as far as is planned, where nobody knows its end. */
function dueWithin(series: SeriesState, { from, to }: SeriesPause, today: CivilDate): readonly number[] {
  const end = to === null ? today : addDays(to, 1);
  return [...seriesDates(series, from, end)].map(({ index }) => index);
}

/** The pauses of a series that has other dates now, each found by what the series knows of those before it. */
export function pausesAnew(
  series: SeriesState,
  find: (series: SeriesState, pause: SeriesPause) => SeriesPause,
): readonly SeriesPause[] {
  const anew = new Map<SeriesPause['id'], SeriesPause>();
  for (const pause of series.pauses.toSorted((one, other) => (one.from < other.from ? -1 : 1)))
    anew.set(pause.id, find({ ...series, pauses: [...anew.values()] }, pause));
  return series.pauses.map((pause) => anew.get(pause.id) ?? pause);
}
