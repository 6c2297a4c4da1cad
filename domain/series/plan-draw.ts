import { type BalanceInputs, emptyDraw } from '../rotation/draw.js';
import { addDays, laterDate } from '../shared/civil-date.js';
import { isRule, turnDates } from './dates.js';
import { assignByBalance } from './assign-by-balance.js';
import { NOTHING_TO_DO, type SeriesPlan } from './plan.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { planTurns } from './turns.js';

/**
 * The number of days after which a past draw is removed from the series. If the series repeats after completion, it is
 * the number of occurrences.
 */
const KEPT = 31;

/**
 * Assigns the next turns of a balanced rotation (a draw, see `DrawRule`) if the day of the next draw has come, and
 * does nothing otherwise. Turns that an earlier draw assigned stay. Later turns go to the members who are furthest
 * below their expected minutes. Open rows get their new turn, except rows that somebody edited individually.
 */
export function planDraw(
  series: SeriesState,
  rows: readonly SeriesRow[],
  ground: BalanceInputs,
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
  const fresh = { ...rotation, drawn: emptyDraw(ground, rotation.members) };
  const segments = assignByBalance(
    { ...series, segments: [...kept, { fromIndex, anchorDate, rotation: fresh }] },
    context,
  );
  return {
    ...NOTHING_TO_DO,
    series: { segments },
    change: planTurns({ ...series, segments }, rows, context).change,
  };
}
