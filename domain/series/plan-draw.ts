import { type DrawGround, undrawn } from '../rotation/draw.js';
import { addDays, laterDate } from '../shared/civil-date.js';
import { isRule } from './dates.js';
import { drawn } from './draw.js';
import { NOTHING_TO_DO, type SeriesPlan } from './plan.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { turnDates } from './turn-dates.js';
import { planTurns } from './turns.js';

/** How long draws that are over are kept, in days, and of a series after completion in occurrences. */
const KEPT = 31;

/**
 * The next draw, on its day or later: what is drawn stays, and what comes after it is drawn from what each has done by
 * now. Open rows that nobody changed on their own follow. Nothing where no draw is due.
 */
export function planDraw(
  series: SeriesState,
  rows: readonly SeriesRow[],
  ground: DrawGround,
  context: PlanContext,
): SeriesPlan {
  const last = series.segments.at(-1);
  if (series.ended || last?.rotation.kind !== 'balanced') return NOTHING_TO_DO;
  const { rotation } = last;
  const { next, until, order } = rotation.drawn;
  if (next === null || until === null || next > context.today) return NOTHING_TO_DO;
  const { today } = context;
  const dates = turnDates(series);
  const isDated = isRule(series.recurrence);
  const afterDrawn = last.fromIndex - (last.phase ?? 0) + order.length;
  const fromIndex = Math.max(
    last.fromIndex,
    isDated ? Math.max(afterDrawn, dates.indexFrom(today)) : series.nextIndex,
  );
  const oldest = isDated ? dates.indexFrom(addDays(today, -KEPT)) : series.nextIndex - KEPT;
  const kept = series.segments.filter((segment, place) => {
    const end = series.segments[place + 1]?.fromIndex ?? fromIndex;
    return end > segment.fromIndex && (segment.rotation.kind !== 'balanced' || end > oldest);
  });
  const anchorDate = laterDate(today, addDays(until, 1));
  const fresh = { ...rotation, drawn: undrawn(ground, rotation.members) };
  const segments = drawn(
    { ...series, segments: [...kept, { fromIndex, anchorDate, rotation: fresh }] },
    context,
  );
  return {
    ...NOTHING_TO_DO,
    series: { segments },
    change: planTurns({ ...series, segments }, rows, context).change,
  };
}
