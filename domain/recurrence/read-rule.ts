import { WEEKDAYS } from '../shared/civil-date.js';
import type { Report } from './problem.js';
import {
  isFields,
  readDate,
  readInteger,
  readList,
  readOneOf,
  readOrdinal,
  type Fields,
  listed,
} from './read-values.js';
import { FREQUENCIES, SKIPS, type NthDay, type RecurrenceRule, type Frequency } from './rule.js';

/** Parts of RFC 8984 and their RFC 5545 names that would change the meaning if they were ignored. */
const UNSUPPORTED = {
  byWeekNo: 'BYWEEKNO',
  byYearDay: 'BYYEARDAY',
  byHour: 'BYHOUR',
  byMinute: 'BYMINUTE',
  bySecond: 'BYSECOND',
} as const;

/** A rule as typed JSON. Unknown fields are ignored, as everywhere in a request; known, refused ones are not. */
export function readRule(input: Fields, report: Report): RecurrenceRule | null {
  for (const [field, name] of Object.entries(UNSUPPORTED))
    if (input[field] !== undefined) report(field, 'unsupported', `${name} is not supported`);
  if (input['rscale'] !== undefined && input['rscale'] !== 'gregorian')
    report('rscale', 'unsupported', 'only the Gregorian calendar is supported');

  const ordinals = (field: string, most: number) =>
    readList(input[field], field, (value, entry) => readOrdinal(value, entry, most, report), report);
  const frequency = readOneOf(input['frequency'] ?? null, 'frequency', FREQUENCIES, report);
  const parts = {
    interval: readInteger(input['interval'], 'interval', [1, 999], report),
    firstDayOfWeek: readOneOf(input['firstDayOfWeek'], 'firstDayOfWeek', WEEKDAYS, report),
    byDay: readList(input['byDay'], 'byDay', (value, field) => readNthDay(value, field, report), report),
    byMonthDay: ordinals('byMonthDay', 31),
    byMonth: readList(
      input['byMonth'],
      'byMonth',
      (value, field) => readInteger(value, field, [1, 12], report),
      report,
    ),
    bySetPosition: ordinals('bySetPosition', 366),
    skip: readOneOf(input['skip'], 'skip', SKIPS, report),
    count: readInteger(input['count'], 'count', [1, MAX_DATES], report),
    until: readDate(input['until'], 'until', report),
  };
  reportConflicts(frequency, input, report);
  return frequency === undefined ? null : { frequency, ...present(parts) };
}

/** Far more than the calendar of a household holds; the work does not depend on it. */
const MAX_DATES = 100_000;

function readNthDay(value: unknown, field: string, report: Report): NthDay | undefined {
  if (!isFields(value)) {
    report(field, 'isObject', 'must be an object with a day');
    return undefined;
  }
  const day = readOneOf(value['day'] ?? null, `${field}.day`, WEEKDAYS, report);
  const nthOfPeriod = readOrdinal(value['nthOfPeriod'], `${field}.nthOfPeriod`, 5, report);
  if (day === undefined) return undefined;
  return nthOfPeriod === undefined ? { day } : { day, nthOfPeriod };
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** `fields` without those that are undefined. */
function present<T extends object>(fields: T): Present<T> {
  const copy: { [K in keyof T]?: T[K] } = {};
  for (const field in fields) if (fields[field] !== undefined) copy[field] = fields[field];
  return copy as Present<T>;
}

/**
 * Combinations that RFC 5545 forbids, or that calendar programs read differently, so that the same rule would
 * give other dates elsewhere. `input` is the rule as written: a wrong value is still a part that is there.
 */
export function reportConflicts(frequency: Frequency | undefined, input: Fields, report: Report): void {
  const has = (field: string) => input[field] !== undefined;
  const refuse = (field: string, message: string) => report(field, 'conflict', message);
  if (has('count') && has('until')) refuse('until', 'cannot be combined with count');
  if (frequency === undefined) return;
  const countsInMonths = frequency === 'monthly' || frequency === 'yearly';

  if (!countsInMonths) {
    for (const field of ['byMonthDay', 'bySetPosition'])
      if (has(field)) refuse(field, `is for monthly and yearly rules, not for ${frequency} ones`);
  } else if (has('bySetPosition') && !has('byDay') && !has('byMonthDay'))
    refuse('bySetPosition', 'needs byDay or byMonthDay to choose from');

  if (frequency === 'yearly' && !has('byMonth'))
    for (const field of ['byDay', 'byMonthDay'])
      if (has(field)) refuse(field, 'needs byMonth in a yearly rule');

  if (!countsInMonths || has('byMonthDay'))
    for (const [place, entry] of listed(input['byDay']).entries())
      if (isFields(entry) && entry['nthOfPeriod'] !== undefined)
        refuse(
          `byDay[${place}].nthOfPeriod`,
          countsInMonths
            ? 'cannot be combined with byMonthDay'
            : `is for monthly and yearly rules, not for ${frequency} ones`,
        );
}
