import { toParts } from '../../shared/civil-date.js';
import { isMondayToFriday, monthSpan, wordsIn, type Wording } from './wording.js';

const { weekday, month, and, or } = wordsIn('en-GB');

const plural = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const numbered = (n: number) => `${n}${SUFFIXES[plural.select(n)] ?? 'th'}`;

const WORDS = ['first', 'second', 'third', 'fourth', 'fifth'];
const spelt = (n: number) => WORDS[n - 1] ?? numbered(n);
const nth = (n: number) => (n === -1 ? 'last' : n < 0 ? `${spelt(-n)}-to-last` : spelt(n));

const every = (unit: string, interval: number) =>
  interval === 1 ? `Every ${unit}` : interval === 2 ? `Every other ${unit}` : `Every ${interval} ${unit}s`;
const inMonths = (months: readonly number[]) => {
  const span = monthSpan(months);
  if (months.length === 12) return 'in every month';
  return span ? `from ${month(span.from)} to ${month(span.to)}` : `in ${and(months.map(month))}`;
};

export const ENGLISH: Wording = {
  and,
  every,
  weekly(interval, days) {
    const [first, ...others] = days;
    if (first !== undefined && others.length === 0)
      return interval > 2
        ? `${every('week', interval)} on ${weekday(first)}`
        : every(weekday(first), interval);
    const named =
      days.length === 7 ? 'every day' : isMondayToFriday(days) ? 'weekdays' : and(days.map(weekday));
    if (interval > 1) return `${every('week', interval)} on ${named}`;
    if (days.length === 7) return 'Every day of the week';
    return isMondayToFriday(days) ? 'Every weekday' : `Every ${named}`;
  },
  onlyOn: (days) => `but only on ${and(days.map(weekday))}`,
  weeksFrom: (day) => `weeks beginning on ${weekday(day)}`,
  monthly: (interval, days) => `${every('month', interval)} on ${days}`,
  yearlyOn: (interval, of, day) => `${every('year', interval)} on ${day} ${month(of)}`,
  yearly: (interval, months, days) => `${every('year', interval)} ${inMonths(months)} on ${days}`,
  monthDays: (days) => `the ${and(days.map((day) => (day > 0 ? numbered(day) : `${nth(day)} day`)))}`,
  shortMonths(skip, several) {
    switch (skip) {
      case 'backward':
        return 'or the last day of the month if it is shorter';
      case 'forward':
        return 'or the first of the next month if it is shorter';
      case 'omit':
        return several ? 'skipping days that a month doesn’t have' : 'skipping months without it';
    }
  },
  ifItIs: (days) => `if it is a ${or(days.map(weekday))}`,
  everyDayNamed: (day) => `every ${weekday(day)}`,
  nthDayNamed: (n, day) => `the ${nth(n)} ${weekday(day)}`,
  nthDayOf: (n, days) => `the ${nth(n)} ${isMondayToFriday(days) ? 'weekday' : or(days.map(weekday))}`,
  onlyThe: (positions) => `but only the ${and(positions.map(nth))} of these days`,
  inMonths,
  atTimes: (times) => `at ${and(times)}`,
  times: (count) => (count === 1 ? 'once' : `${count} times in all`),
  until(date) {
    const { year, month: of, day } = toParts(date);
    return `until ${day} ${month(of)} ${year}`;
  },
  afterCompletion: ({ every: count, unit }) =>
    `${count === 1 ? `A ${unit}` : `${count} ${unit}s`} after it was last done`,
};
