import { civilMomentAt, type TimeZone } from '../shared/zone.js';
import { parseCivilDate, toDayNumber } from '../shared/civil-date.js';
import type { InputReader } from '../shared/input-reader.js';
import type { JsonObject } from '../shared/json.js';
import { TIMES_LIMIT } from './rule.js';
import { DAY_MS } from '../shared/durations.js';

/** The maximum length of the text. It is enough for four lists of 366 entries. */
const MAX_TEXT_LENGTH = 10_000;

const NUMBER = /^[+-]?\d{1,9}$/;
const NTH_DAY = /^([+-]?\d{1,3})([A-Z]{2})$/;
const DATE = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(Z)?)?$/;

type PartReader = (value: string, zone: TimeZone | undefined) => unknown;

const list = (read: (entry: string) => unknown) => (value: string) => value.split(',').map(read);
const word = (value: string) => value.toLowerCase();
/** A value that is not a number stays text. The JSON reader then reports it with its position in the rule. */
const number = (value: string) => (NUMBER.test(value) ? Number(value) : value);

const PARTS: ReadonlyMap<string, readonly [field: string, read: PartReader]> = new Map([
  ['RSCALE', ['rscale', word]],
  ['FREQ', ['frequency', word]],
  ['INTERVAL', ['interval', number]],
  ['COUNT', ['count', number]],
  ['UNTIL', ['until', untilDate]],
  ['BYDAY', ['byDay', list(nthDay)]],
  ['BYMONTHDAY', ['byMonthDay', list(number)]],
  ['BYMONTH', ['byMonth', list(number)]],
  ['BYSETPOS', ['bySetPosition', list(number)]],
  ['SKIP', ['skip', word]],
  ['WKST', ['firstDayOfWeek', word]],
  ['BYWEEKNO', ['byWeekNo', word]],
  ['BYYEARDAY', ['byYearDay', word]],
  ['BYHOUR', ['byHour', word]],
  ['BYMINUTE', ['byMinute', word]],
  ['BYSECOND', ['bySecond', word]],
] as [string, [string, PartReader]][]);

/**
 * Converts RFC 5545 text, with or without `RRULE:`, into the unchecked fields of a typed JSON rule. Returns null if
 * the text is too long or is not a single rule. All problems are reported to `reader`.
 *
 * An UNTIL with a time becomes a date: the date in `zone` if it is in UTC and a zone is given, otherwise the date as
 * written.
 */
export function readRRule(text: string, zone: TimeZone | undefined, reader: InputReader): JsonObject | null {
  if (text.length > MAX_TEXT_LENGTH) {
    reader.report('', 'maxLength', `must not be longer than ${MAX_TEXT_LENGTH} characters`);
    return null;
  }
  const line = onlyRule(text.trim().toUpperCase(), reader);
  if (line === null) return null;
  const fields: Record<string, unknown> = {};
  for (const part of line.split(';')) {
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const known = PARTS.get(name);
    if (equals < 0) reader.report('', 'syntax', `${shown(part)} is not a part as FREQ=WEEKLY`);
    else if (known === undefined) reader.report('', 'unsupported', `${shown(name)} is not supported`);
    else if (fields[known[0]] !== undefined) reader.report(known[0], 'conflict', `${name} is given twice`);
    else fields[known[0]] = known[1](part.slice(equals + 1), zone);
  }
  return withTimes(fields);
}

/**
 * Combines BYHOUR and BYMINUTE into times of day. If only one of them is given, RFC 5545 derives the other from the
 * start, which has no time here. The given part is then kept unchanged, so that `readRule` refuses it. The same
 * applies to both if BYSECOND is given.
 */
function withTimes({ byHour, byMinute, ...fields }: Record<string, unknown>): JsonObject {
  const { bySecond } = fields;
  if (typeof byHour !== 'string' || typeof byMinute !== 'string' || bySecond !== undefined)
    return {
      ...fields,
      ...(byHour !== undefined && { byHour }),
      ...(byMinute !== undefined && { byMinute }),
    };
  const [hours, minutes] = [byHour, byMinute].map((text) =>
    text
      .split(',')
      .slice(0, TIMES_LIMIT + 1)
      .map((part) => part.padStart(2, '0')),
  );
  return { ...fields, times: hours?.flatMap((hour) => minutes?.map((minute) => `${hour}:${minute}`)) };
}

/**
 * Returns the value of the single RRULE in the text, after unfolding its lines (RFC 5545, section 3.1). Returns null
 * if the text contains anything else.
 */
function onlyRule(text: string, reader: InputReader): string | null {
  const unfolded = text.replace(/\r?\n[ \t]/g, '').split('\n');
  const lines = unfolded.map((line) => line.trim());
  const others = lines.filter((line) => /^[A-Z-]+[:;]/.test(line) && !line.startsWith('RRULE:'));
  const refused = new Set(others.map((line) => line.slice(0, line.search(/[:;]/))));
  for (const name of refused)
    reader.report('', 'unsupported', `${shown(name)} is not supported beside a rule`);
  if (refused.size > 0) return null;
  const [rule = '', ...more] = lines;
  if (more.length > 0) {
    reader.report('', 'unsupported', 'several RRULEs are not supported: one series has one rule');
    return null;
  }
  // Some programs end a rule with a semicolon, which is removed here.
  return rule.replace(/^RRULE:/, '').replace(/;$/, '');
}

function nthDay(text: string): unknown {
  const match = NTH_DAY.exec(text);
  if (match === null) return { day: word(text) };
  return { day: word(match[2] ?? ''), nthOfPeriod: Number(match[1]) };
}

function untilDate(text: string, zone: TimeZone | undefined): string {
  const match = DATE.exec(text);
  if (match === null) return text;
  const written = `${match[1] ?? ''}-${match[2] ?? ''}-${match[3] ?? ''}`;
  const date = parseCivilDate(written);
  if (date === null || match[7] === undefined || zone === undefined) return written;
  const [hours, minutes, seconds] = [Number(match[4]), Number(match[5]), Number(match[6])];
  return civilMomentAt(zone, toDayNumber(date) * DAY_MS + (hours * 3600 + minutes * 60 + seconds) * 1000)
    .date;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
