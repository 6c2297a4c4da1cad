import { WEEKDAYS } from '../shared/civil-date.js';
import type { InputReader } from '../shared/input-reader.js';
import { isJsonObject, type JsonObject } from '../shared/json.js';
import { FREQUENCIES, SKIPS, TIMES_LIMIT, type NthDay, type RecurrenceRule, type Frequency } from './rule.js';

/**
 * Parts of RFC 8984 with their RFC 5545 names. They are refused, because ignoring them would change the
 * meaning of the rule.
 */
const UNSUPPORTED = {
  byWeekNo: 'BYWEEKNO',
  byYearDay: 'BYYEARDAY',
  byHour: 'BYHOUR',
  byMinute: 'BYMINUTE',
  bySecond: 'BYSECOND',
} as const;

/**
 * Reads a rule from typed JSON and reports its problems to `reader`. Unknown fields are ignored, as in every request.
 * Known but unsupported fields are refused. Returns null if the frequency is missing or invalid.
 */
export function readRule(input: JsonObject, reader: InputReader): RecurrenceRule | null {
  for (const [field, name] of Object.entries(UNSUPPORTED))
    if (input[field] !== undefined) reader.report(field, 'unsupported', `${name} is not supported`);
  if (input['rscale'] !== undefined && input['rscale'] !== 'gregorian')
    reader.report('rscale', 'unsupported', 'only the Gregorian calendar is supported');

  const list = <T>(field: string, read: (entry: unknown, at: string) => T | undefined) =>
    reader
      .list(input[field], field, [1, MAX_ENTRIES])
      ?.map((entry, place) => read(entry ?? null, `${field}[${place}]`))
      .filter((entry) => entry !== undefined);
  const frequency = reader.oneOf(input['frequency'] ?? null, 'frequency', FREQUENCIES);
  const parts = {
    interval: reader.integer(input['interval'], 'interval', [1, 999]),
    firstDayOfWeek: reader.oneOf(input['firstDayOfWeek'], 'firstDayOfWeek', WEEKDAYS),
    byDay: list('byDay', (value, at) => readNthDay(value, at, reader)),
    byMonthDay: list('byMonthDay', (value, at) => reader.ordinal(value, at, 31)),
    byMonth: list('byMonth', (value, at) => reader.integer(value, at, [1, 12])),
    bySetPosition: list('bySetPosition', (value, at) => reader.ordinal(value, at, 366)),
    skip: reader.oneOf(input['skip'], 'skip', SKIPS),
    times: reader
      .list(input['times'], 'times', [1, TIMES_LIMIT])
      ?.map((value, place) => reader.time(value ?? null, `times[${place}]`))
      .filter((time) => time !== undefined),
    count: reader.integer(input['count'], 'count', [1, MAX_DATES]),
    until: reader.date(input['until'], 'until'),
  };
  reportConflicts(frequency, input, reader);
  return frequency === undefined ? null : { frequency, ...present(parts) };
}

/**
 * The maximum `count` is far more than a household calendar needs. A large count costs no additional time.
 */
const MAX_DATES = 100_000;
const MAX_ENTRIES = 366;

function readNthDay(value: unknown, field: string, reader: InputReader): NthDay | undefined {
  const input = reader.object(value, field, 'must be an object with a day');
  if (input === undefined) return undefined;
  const day = reader.oneOf(input['day'] ?? null, `${field}.day`, WEEKDAYS);
  const nthOfPeriod = reader.ordinal(input['nthOfPeriod'], `${field}.nthOfPeriod`, 5);
  if (day === undefined) return undefined;
  return nthOfPeriod === undefined ? { day } : { day, nthOfPeriod };
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns `fields` without those that are undefined. */
function present<T extends object>(fields: T): Present<T> {
  const copy: { [K in keyof T]?: T[K] } = {};
  for (const field in fields) if (fields[field] !== undefined) copy[field] = fields[field];
  return copy as Present<T>;
}

/**
 * Reports combinations of parts that RFC 5545 forbids, or that calendar programs interpret differently. Such
 * a rule would give other dates in other programs. `input` is the rule as the client sent it, so parts with
 * an invalid value are checked too.
 */
function reportConflicts(frequency: Frequency | undefined, input: JsonObject, reader: InputReader): void {
  const has = (field: string) => input[field] !== undefined;
  const refuse = (field: string, message: string) => reader.report(field, 'conflict', message);
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
      if (isJsonObject(entry) && entry['nthOfPeriod'] !== undefined)
        refuse(
          `byDay[${place}].nthOfPeriod`,
          countsInMonths
            ? 'cannot be combined with byMonthDay'
            : `is for monthly and yearly rules, not for ${frequency} ones`,
        );
}

/** Returns the entries of a list, or an empty list if the value is no list or is too long to be checked. */
function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) && value.length <= MAX_ENTRIES ? Array.from<unknown>(value) : [];
}
