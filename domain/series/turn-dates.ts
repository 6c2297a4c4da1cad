import { expand } from '../recurrence/expand.js';
import type { AfterCompletion } from '../recurrence/rule.js';
import type { TurnDates } from '../rotation/turn-dates.js';
import { addUnits, type CivilDate, laterDate, toDayNumber } from '../shared/civil-date.js';
import { END_OF_CALENDAR, withoutEnd, isRule, spansOfSeries, startBefore } from './dates.js';
import type { SeriesState } from './series.js';

/** Returns the dates that are used to count the turns of a series. */
export function turnDates(
  series: Pick<SeriesState, 'recurrence' | 'start' | 'startIndex'> &
    Partial<Pick<SeriesState, 'season' | 'pauses'>>,
): TurnDates {
  const { recurrence, start, startIndex, season = null } = series;
  if (!isRule(recurrence)) return assumedDates(recurrence, start, startIndex);
  const spans = spansOfSeries({ ...series, season }, recurrence).map((span) => ({
    ...span,
    rule: withoutEnd(span.rule),
  }));
  function* between(from: CivilDate, to: CivilDate) {
    for (const [place, { rule, start: begun, end }] of spans.entries()) {
      const first = place === 0 ? from : laterDate(from, begun);
      const last = end !== null && end < to ? end : to;
      if (first >= last) continue;
      for (const { date } of expand(rule, startBefore(rule, begun, first), first, last)) yield date;
    }
  }
  const indexFrom = (day: CivilDate) => {
    const place = spans.findIndex(({ end }) => end === null || day < end);
    const span = spans.at(place);
    if (span === undefined) return startIndex;
    const { rule } = span;
    const first = place > 0 ? laterDate(day, span.start) : day;
    const begun = startBefore(rule, span.start, first);
    const indexOn = (on: CivilDate) => {
      for (const { index } of expand(rule, begun, on, END_OF_CALENDAR)) return index;
      return 0;
    };
    return span.startIndex + (indexOn(first) - indexOn(span.start)) * (rule.times?.length ?? 1);
  };
  return { indexFrom, between };
}

/**
 * Returns assumed dates for a series that repeats after completion, because its real dates are unknown. They
 * assume that each occurrence is done on its due day.
 */
function assumedDates({ every, unit }: AfterCompletion, start: CivilDate, startIndex: number): TurnDates {
  const dateAt = (step: number) => addUnits(start, step * every, unit);
  const stepFrom = (day: CivilDate) => {
    const days = toDayNumber(day) - toDayNumber(start);
    let step = Math.floor(days / (every * MEAN_DAYS[unit])) - 1;
    while (dateAt(step) < day) step += 1;
    return step;
  };
  function* between(from: CivilDate, to: CivilDate) {
    for (let step = stepFrom(from); dateAt(step) < to; step += 1) yield dateAt(step);
  }
  return { indexFrom: (day) => startIndex + stepFrom(day), between };
}

const MEAN_DAYS: Readonly<Record<AfterCompletion['unit'], number>> = {
  day: 1,
  week: 7,
  month: 30.436875,
  year: 365.2425,
};
