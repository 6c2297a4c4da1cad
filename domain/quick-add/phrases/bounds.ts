import { addMonths, clampedDate, toParts } from '../../shared/civil-date.js';
import type { Captures } from '../grammar/slots.js';
import type { DateReading } from '../readings.js';
import { RANK, type PhraseRecogniser } from './phrase.js';

/**
 * Returns the first date of a range such as "du 3 au 5 mars". Its month is the month of the second date, or
 * the one before if necessary.
 */
function dayBefore(captures: Captures, until: DateReading | undefined): DateReading | undefined {
  const day = captures.get('day');
  if (until === undefined || day === undefined) return undefined;
  const { year, month } = toParts(until.date);
  const inMonth = clampedDate(year, month, day);
  return { ...until, date: inMonth <= until.date ? inMonth : addMonths(inMonth, -1) };
}

/** Recognises phrases for the start and the end of a series, and for the weekdays and months that it leaves out. */
export const bounds: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'bound.start': (_, captures) => {
      const date = captures.get('date');
      return date ? { claim: { field: 'start', date } } : null;
    },
    'bound.until': (_, captures) => {
      const date = captures.get('date');
      return date ? { claim: { field: 'until', date } } : null;
    },
    'bound.interval': (_, captures) => {
      const [first, second] = captures.all('date');
      const [start, until] = second === undefined ? [dayBefore(captures, first), first] : [first, second];
      return start && until ? { claim: { field: 'interval', start, until } } : null;
    },
    'bound.length': (_, captures) => {
      const [n, unit] = [captures.get('n'), captures.get('unit')];
      return n && unit ? { claim: { field: 'length', n: n * unit.times, unit: unit.unit } } : null;
    },
    'bound.count': (said, captures) => {
      const count = captures.get('n') ?? said.n;
      // "3 times a week" means three times per week and does not limit the total number. `guard.repetition`
      // recognises it instead of this phrase.
      return count === undefined
        ? null
        : { claim: { field: 'count', count }, when: ['atPhraseEnd', 'unnamed'] };
    },
    'bound.months': (_, captures) => {
      const [first, last] = captures.all('month').map(({ value }) => value);
      return first === undefined || last === undefined
        ? null
        : { claim: { field: 'months', months: monthsBetween(first, last) } };
    },
  },
};

const ALL_MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Returns the months from `first` to `last`. From November to March, this goes over the turn of the year. */
const monthsBetween = (first: number, last: number) =>
  ALL_MONTHS.filter((month) =>
    first <= last ? month >= first && month <= last : month >= first || month <= last,
  );

/** Recognises what a series leaves out. "Except on sundays" must win over "on sundays". */
export const exceptions: PhraseRecogniser = {
  rank: RANK.series,
  meanings: {
    'except.weekdays': (_, captures) => {
      const days = captures.get('daysOff');
      return days ? { claim: { field: 'exceptDays', days } } : null;
    },
    'except.months': (_, captures) => {
      const months = captures.get('months');
      const others = ALL_MONTHS.filter((month) => months?.includes(month) !== true);
      return months ? { claim: { field: 'months', months: others } } : null;
    },
  },
};

export const each: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'people.each': (_, captures) => {
      const ids = captures.get('members')?.flat();
      if (ids === undefined) return { claim: { field: 'each', ids: [] }, when: ['besideMember'] };
      return ids.length < 2 ? null : { claim: { field: 'each', ids } };
    },
  },
};

export const rotation: PhraseRecogniser = {
  rank: RANK.series,
  meanings: {
    'rotation.inTurn': () => ({ claim: { field: 'rotation', order: null, unit: 'occurrence' } }),
    'rotation.between': ({ unit }, captures) => {
      const order = captures.get('members') ?? [];
      if (order.length < 2) return null;
      return {
        claim: { field: 'rotation', order: order.flat(), unit: unit === 'week' ? 'week' : 'occurrence' },
      };
    },
    'rotation.startsWith': (_, captures) => {
      const ids = captures.get('member');
      return ids ? { claim: { field: 'rotationStart', ids } } : null;
    },
    'rotation.weeks': (_, captures) => {
      const order = captures.all('member').flat();
      return order.length < 2 ? null : { claim: { field: 'rotation', order, unit: 'week' } };
    },
  },
};
