import { addMonths, clampedDate, toParts } from '../../shared/civil-date.js';
import type { Captures } from '../grammar/slots.js';
import type { Said } from '../languages/language.js';
import type { Claim, DateReading } from '../readings.js';
import { RANK, type PhraseRecogniser } from './phrase.js';
import { ruleOfUnit } from './recurrence.js';

/**
 * Returns the first date of a range such as "du 3 au 5 mars". Its month is the month of the second date, or
 * the one before if necessary.
 */
function dayBefore(captures: Captures, until: DateReading | undefined): DateReading | undefined {
  const day = captures.get('day') ?? captures.get('nth');
  if (until === undefined || day === undefined) return undefined;
  const { year, month } = toParts(until.date);
  const inMonth = clampedDate(year, month, day);
  return { ...until, date: inMonth <= until.date ? inMonth : addMonths(inMonth, -1) };
}

/** Returns the second date of a range such as "december 4-6", which is in the month of the first one. */
function dayAfter(captures: Captures, start: DateReading | undefined): DateReading | undefined {
  const day = captures.get('day') ?? captures.get('nth');
  if (start === undefined || day === undefined || day <= toParts(start.date).day) return undefined;
  const { year, month } = toParts(start.date);
  return { ...start, date: clampedDate(year, month, day) };
}

/** Recognises phrases for the start and the end of a series, and for the weekdays and months that it leaves out. */
export const bounds: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'bound.start': (_, captures) => {
      const date = captures.get('date');
      return date ? { claim: { field: 'start', date } } : null;
    },
    // "Every monday to wednesday" does not end on a Wednesday.
    'bound.until': ({ n }, captures) => {
      const date = captures.get('date') ?? captures.get('calendar');
      if (n === 1 && date?.style === 'weekday') return null;
      return date ? { claim: { field: 'until', date } } : null;
    },
    'bound.interval': ({ n }, captures) => {
      const [first, second] = [...captures.all('date'), ...captures.all('calendar')];
      if (n === 1) {
        const last = dayAfter(captures, first);
        // "Friday 7-8 every week" names hours.
        const noWeeks = first?.namesNoMonth === true ? (['withoutWeeks'] as const) : [];
        const when = ['atPhraseEnd', 'noUnitAfter', ...noWeeks] as const;
        return first && last ? { claim: { field: 'interval', start: first, until: last }, when } : null;
      }
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

const EVERY_WEEK = { unit: 'week', draft: { rule: { frequency: 'weekly' } } } as const;

/** Returns how long each turn is, and the repetition if the words name it: "alternate weeks", "alternate saturdays". */
function findTurns({ unit: said }: Said, captures: Captures): Pick<Rotation, 'unit' | 'draft'> {
  const [days, unit] = [captures.get('days'), captures.get('unit')];
  if (days !== undefined)
    return {
      unit: 'occurrence',
      draft: { rule: { frequency: 'weekly', byDay: days.map((day) => ({ day })) } },
    };
  if (said === 'week' || (unit?.unit === 'week' && unit.times === 1)) return EVERY_WEEK;
  return { unit: 'occurrence', ...(unit && { draft: { rule: ruleOfUnit(unit.times, unit.unit) } }) };
}
type Rotation = Extract<Claim, { field: 'rotation' }>;

export const rotation: PhraseRecogniser = {
  rank: RANK.series,
  meanings: {
    'rotation.inTurn': (_, captures) => {
      const first = captures.get('member');
      return { claim: { field: 'rotation', order: null, unit: 'occurrence', ...(first && { first }) } };
    },
    'rotation.between': (said, captures) => {
      const order = captures.get('members') ?? [];
      // In "between Ben and Alex, Alex first", the last name is no further turn.
      if (order.length < 2 || new Set(order.flat()).size < order.length) return null;
      return { claim: { field: 'rotation', order: order.flat(), ...findTurns(said, captures) } };
    },
    // "Call Ben first" names no order unless members take turns.
    'rotation.startsWith': ({ n }, captures) => {
      const ids = captures.get('member');
      return ids ? { claim: { field: 'rotationStart', ids }, when: n === 1 ? ['besideRotation'] : [] } : null;
    },
    'rotation.weeks': (_, captures) => {
      const order = captures.all('member').flat();
      return order.length < 2 ? null : { claim: { field: 'rotation', order, ...EVERY_WEEK } };
    },
  },
};
