import { fc } from '../../../support/property.js';
import { WEEKDAYS, fromDayNumber, toDayNumber, civilDate } from '../../../../domain/shared/civil-date.js';
import { readRecurrence } from '../../../../domain/recurrence/read-recurrence.js';
import type { RecurrenceRule } from '../../../../domain/recurrence/rule.js';

const ordinal = (most: number) => fc.integer({ min: -most, max: most }).filter((value) => value !== 0);
const some = <T>(entry: fc.Arbitrary<T>, most: number) =>
  fc.uniqueArray(entry, { minLength: 1, maxLength: most, selector: (value) => JSON.stringify(value) });
const weekday = fc.constantFrom(...WEEKDAYS);
const everyDay = WEEKDAYS.map((day) => ({ day }));
const plainDays = fc.oneof(
  { weight: 6, arbitrary: some(fc.record({ day: weekday }), 7) },
  { weight: 1, arbitrary: fc.constant(everyDay) },
);
const nthDays = some(fc.record({ day: weekday, nthOfPeriod: ordinal(5) }, { requiredKeys: ['day'] }), 5);
/** Days around the end of the month are chosen more often, because mistakes happen there. */
const monthDay = fc.oneof(ordinal(31), fc.constantFrom(1, 28, 29, 30, 31, -1));
const monthDays = fc.oneof(
  { weight: 5, arbitrary: some(monthDay, 6) },
  { weight: 1, arbitrary: fc.constantFrom([28, 29], [28, 29, 30], [28, 29, 30, 31]) },
);
const position = fc.oneof(ordinal(4), ordinal(31));
const positions = fc.oneof(
  { weight: 5, arbitrary: some(position, 3) },
  { weight: 1, arbitrary: fc.constant([-1]) },
);
const months = some(fc.integer({ min: 1, max: 12 }), 12);
const interval = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const ofWeeks = fc.record({
  frequency: fc.constantFrom('daily' as const, 'weekly' as const),
  interval: maybe(interval),
  firstDayOfWeek: maybe(weekday),
  byDay: maybe(plainDays),
  byMonth: fc.option(months, { nil: undefined, freq: 3 }),
});
const ofMonths = fc.record({
  frequency: fc.constantFrom('monthly' as const, 'yearly' as const),
  interval: maybe(interval),
  byDay: maybe(fc.oneof(plainDays, nthDays)),
  byMonthDay: maybe(monthDays),
  byMonth: maybe(months),
  bySetPosition: maybe(positions),
  skip: maybe(fc.constantFrom('omit' as const, 'backward' as const, 'forward' as const)),
});
const bounds = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ count: fc.integer({ min: 1, max: 200 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ until: fc.integer({ min: 10_000, max: 30_000 }).map(fromDayNumber) }),
  },
);

/** Rules that `readRecurrence` accepts; every frequency is equally likely. */
export const arbitraryRule: fc.Arbitrary<RecurrenceRule> = fc
  .tuple(fc.oneof(ofWeeks, ofMonths), bounds)
  .map(([parts, bound]) => readRecurrence({ ...parts, ...bound }))
  .filter((read) => read.ok)
  .map((read) => read.value as RecurrenceRule);

/** Dates from 1990 to 2039. */
export const arbitraryStart = fc
  .integer({ min: toDayNumber(civilDate('1990-01-01')), max: toDayNumber(civilDate('2039-12-31')) })
  .map(fromDayNumber);
