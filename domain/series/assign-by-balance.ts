import { endOfUnit } from '../rotation/calendar-units.js';
import { type BalanceInputs, drawNextTurns } from '../rotation/draw.js';
import { positionIn, type Segment } from '../rotation/segment.js';
import { addDays } from '../shared/civil-date.js';
import { isRule, turnDates } from './dates.js';
import type { PlanContext, SeriesState } from './series.js';

type Drawable = Pick<SeriesState, 'segments' | 'recurrence' | 'start' | 'startIndex'> & {
  readonly template: Pick<SeriesState['template'], 'durationMinutes'>;
};

type DrawDay = Pick<PlanContext, 'today' | 'firstDayOfWeek'>;

/**
 * Assigns the turns of the last segment if it is a balanced rotation that has not been assigned yet;
 * otherwise returns the segments unchanged.
 *
 * The turns of each week or month are fixed as soon as it begins within `ahead` days. The dates of a series
 * that repeats after completion are unknown, so only one turn is assigned, and the next draw is after the
 * current week or month.
 */
export function assignByBalance(series: Drawable, { today, firstDayOfWeek }: DrawDay): readonly Segment[] {
  const { segments, recurrence, template } = series;
  const last = segments.at(-1);
  if (last?.rotation.kind !== 'balanced' || last.rotation.drawn.next !== null) return segments;
  const { rotation } = last;
  const { unit, ahead } = rotation.draw;
  const { loads } = rotation.drawn;
  const effortMinutes = template.durationMinutes ?? rotation.drawn.effortMinutes;
  const daysAhead = isRule(recurrence) ? ahead : 0;
  const until = endOfUnit(unit, addDays(today, daysAhead), firstDayOfWeek);
  const after = addDays(until, 1);
  const count = isRule(recurrence) ? positionIn(last, turnDates(series).indexFrom(after)) : 1;
  const { order } = drawNextTurns(loads, effortMinutes, count);
  const next = addDays(after, -daysAhead);
  const made = { ...rotation, drawn: { loads, effortMinutes, order, until, next } };
  return [...segments.slice(0, -1), { ...last, rotation: made }];
}

/**
 * Returns the balance inputs for the next draw, after turns of this series were assigned. Each member's `difference`
 * grows by the minutes that were just assigned to them, and shrinks by their expected share of all minutes that were
 * just assigned.
 */
export function balanceInputsAfter(ground: BalanceInputs, segments: readonly Segment[]): BalanceInputs {
  const rotation = segments.at(-1)?.rotation;
  if (rotation?.kind !== 'balanced') return ground;
  const { loads, effortMinutes, order } = rotation.drawn;
  const total = loads.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const more = new Map(
    loads.map(({ memberId, weight }) => {
      const own = order.filter((id) => id === memberId).length;
      return [memberId, Math.round(effortMinutes * (own - (order.length * weight) / total))];
    }),
  );
  return {
    ...ground,
    loads: ground.loads.map((load) => ({
      ...load,
      difference: load.difference + (more.get(load.memberId) ?? 0),
    })),
  };
}
