import { expand } from '../recurrence/expand.js';
import { type RecurrenceRule, withoutParts } from '../recurrence/rule.js';
import { addDays, addMonths, fromParts, partsOf, toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { END_OF_CALENDAR } from './series-dates.js';

/**
 * A start from which the rule, begun on `start`, gives the same dates from `first` on, `first` being the first.
 * That is `first` itself, but where a day was moved forward out of a short month (31 April on 1 May) and the
 * interval counts from April: then it is the day before.
 */
export function startAt(rule: RecurrenceRule, start: CivilDate, first: CivilDate): CivilDate {
  const wanted = fewDates(rule, start, first);
  const agrees = (candidate: CivilDate) => fewDates(rule, candidate, candidate) === wanted;
  return [first, addDays(first, -1)].find(agrees) ?? first;
}

/** Enough of them to tell one phase of an interval from another. */
function fewDates(rule: RecurrenceRule, start: CivilDate, from: CivilDate): string {
  const dates: CivilDate[] = [];
  for (const { date } of expand(withoutParts(rule, 'count'), start, from, END_OF_CALENDAR))
    if (dates.push(date) === 5) break;
  return dates.join(' ');
}

/**
 * A start not after `from` whose interval is in the same phase as one that begins on `anchor`: whole intervals
 * earlier. It need not be a date of the rule.
 */
export function startBefore(rule: RecurrenceRule, anchor: CivilDate, from: CivilDate): CivilDate {
  if (anchor <= from) return anchor;
  const { frequency, interval = 1 } = rule;
  const days = toDayNumber(anchor) - toDayNumber(from);
  const { year, month } = partsOf(anchor);
  // The second day, because a start on the first could be taken for a day moved forward from the month before.
  const early = fromParts({ year, month, day: 2 });
  const back = (length: number) => interval * (Math.ceil(days / (length * interval)) + 1);
  switch (frequency) {
    case 'daily':
      return addDays(anchor, -back(1));
    case 'weekly':
      return addDays(anchor, -7 * back(7));
    case 'monthly':
      return addMonths(early, -back(28));
    case 'yearly':
      return addMonths(early, -12 * back(365));
  }
}
