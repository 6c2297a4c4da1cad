import type { Frequency, NthDay, RecurrenceRule } from '../../recurrence/rule.js';
import { WEEKDAYS, type CalendarUnit, type Weekday } from '../../shared/civil-date.js';
import { civilTime } from '../../shared/civil-time.js';
import { findLastDay } from '../calendar.js';
import { WEEKEND } from '../grammar/lists.js';
import type { Captures } from '../grammar/slots.js';
import type { Said } from '../languages/language.js';
import type { Condition, PhraseFinding, RuleDraft } from '../readings.js';
import { RANK, type PhraseRecogniser } from './phrase.js';

const FREQUENCY_OF: Readonly<Record<CalendarUnit, Frequency>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
};
const MAX_INTERVAL = 999;
const WORKDAYS: readonly NthDay[] = WEEKDAYS.slice(0, 5).map((day) => ({ day }));

type Extras = Omit<RuleDraft, 'rule'> & {
  readonly when?: readonly Condition[];
  readonly confidence?: number;
};

function buildFinding(
  rule: RecurrenceRule,
  { when = [], confidence, ...draft }: Extras = {},
): PhraseFinding | null {
  if ((rule.interval ?? 1) > MAX_INTERVAL) return null;
  return {
    claim: { field: 'rule', draft: { rule, ...draft } },
    when,
    ...(confidence !== undefined && { confidence }),
  };
}

/** The confidence of readings that add something which the words do not say, such as the times of "twice daily". */
const GUESSED = 0.7;

/**
 * Returns the interval of a repetition. It may be written as "3", "other" or "3rd", or be implied by a unit
 * such as "quarter".
 */
function interval({ n, unit }: Said, captures: Captures): { n: number; unit: CalendarUnit } | null {
  const count = captures.get('n') ?? captures.get('ord') ?? n ?? 1;
  const words = captures.get('unit');
  // "Every last week" and "every first month" do not describe an interval.
  if (captures.get('ord') !== undefined && count < 2) return null;
  if (words === undefined) return unit === undefined ? null : { n: count, unit };
  return { n: count * words.times, unit: words.unit };
}

const every = (n: number) => (n === 1 ? {} : { interval: n });
/** Returns the rule "every `n` units". */
export const ruleOfUnit = (n: number, unit: CalendarUnit): RecurrenceRule => ({
  frequency: FREQUENCY_OF[unit],
  ...every(n),
});
const nthDays = (days: readonly Weekday[]): readonly NthDay[] => days.map((day) => ({ day }));

/** Returns a monthly rule. In a shorter month, the days 29 to 31 become its last day. */
function onMonthDays(days: readonly number[], n = 1): RecurrenceRule {
  const clamps = days.some((day) => day > 28);
  return { frequency: 'monthly', ...every(n), byMonthDay: days, ...(clamps && { skip: 'backward' }) };
}

/**
 * Returns the interval of a phrase such as "every 2 months on the 15th" or "quarterly on the 1st". Returns null if the
 * phrase names another unit.
 */
function countUnits(unit: CalendarUnit, { n = 1, unit: implied }: Said, captures: Captures): number | null {
  const words = captures.get('unit');
  if (words === undefined) return implied === undefined || implied === unit ? n : null;
  return words.unit === unit ? (captures.get('n') ?? n) * words.times : null;
}
const months = (said: Said, captures: Captures) => countUnits('month', said, captures);
const years = (said: Said, captures: Captures) => countUnits('year', said, captures);

function everyUnit(said: Said, captures: Captures, when: readonly Condition[]): PhraseFinding | null {
  const length = interval(said, captures);
  const { confidence } = said;
  return (
    length &&
    buildFinding(ruleOfUnit(length.n, length.unit), {
      when,
      ...(confidence !== undefined && { confidence }),
    })
  );
}

function inWeeks(captures: Captures, parity: 0 | 1): PhraseFinding | null {
  const days = captures.get('weekdays');
  return buildFinding(
    { frequency: 'weekly', interval: 2, ...(days && { byDay: nthDays(days) }) },
    { parity },
  );
}

export const recurrence: PhraseRecogniser = {
  rank: RANK.series,
  meanings: {
    'every.unit': (said, captures) => everyUnit(said, captures, []),
    // "Write the monthly report" does not repeat, so "monthly" must be at the end of a phrase.
    'every.adverb': (said, captures) => everyUnit(said, captures, ['atPhraseEnd']),
    'every.unitOnWeekdays': (said, captures) => {
      const length = interval(said, captures);
      const days = captures.get('weekdays') ?? captures.get('plurals');
      if (length?.unit !== 'week' || days === undefined) return null;
      return buildFinding({ frequency: 'weekly', ...every(length.n), byDay: nthDays(days) });
    },
    'every.weekdays': ({ n }, captures) => {
      // "Every second weekend" names no other days.
      const days = captures.get('weekdays') ?? captures.get('days') ?? WEEKEND;
      const weeks = captures.get('n') ?? n ?? 1;
      return buildFinding({ frequency: 'weekly', ...every(weeks), byDay: nthDays(days) });
    },
    // "Tue/thu" and "mon wed fri" mean each week. "Wednesday and Saturday" may also mean the next ones.
    // "Tue and thu 5pm every week" says elsewhere that it repeats.
    'every.weekdayList': ({ n }, captures) => {
      if (n === 1) {
        const named = captures.all('anyWeekday').map(({ value }) => value);
        const inOrder = WEEKDAYS.filter((day) => named.includes(day));
        return inOrder.length < named.length
          ? null
          : buildFinding(
              { frequency: 'weekly', byDay: nthDays(inOrder) },
              { when: ['withWeeks', 'unnamed'] },
            );
      }
      const days = captures.get('weekdayList');
      return days
        ? buildFinding(
            { frequency: 'weekly', byDay: nthDays(days) },
            { when: ['unnamed'], confidence: GUESSED },
          )
        : null;
    },
    'every.workdays': () => buildFinding({ frequency: 'weekly', byDay: WORKDAYS }, { when: ['atPhraseEnd'] }),
    'every.plural': ({ n }, captures) => {
      const days = captures.get('plurals');
      return days
        ? buildFinding(
            { frequency: 'weekly', byDay: nthDays(days) },
            { when: n === 1 ? [] : ['atPhraseStart'] },
          )
        : null;
    },
    // "Grandma visits mon-wed" means the next days, and "training tue-thu 9-5" may mean them. "Work mon-fri" and
    // "yoga mon-wed until June" mean each week.
    'every.weekdayRange': ({ n }, captures) => {
      const [first, last] = [
        ...captures.all('anyWeekday').map(({ value }) => value),
        ...captures.all('plurals').flat(),
      ];
      if (first === undefined || last === undefined || first === last) return null;
      const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
      const days = WEEKDAYS.filter((_day, at) =>
        from < to ? at >= from && at <= to : at >= from || at <= to,
      );
      const isSure = n === undefined || (first === 'mo' && last === 'fr');
      return buildFinding({ frequency: 'weekly', byDay: nthDays(days) }, isSure ? {} : { when: ['repeats'] });
    },
    'every.monthDays': (said, captures) => {
      const [days, n] = [captures.get('monthDays'), months(said, captures)];
      return days === undefined || n === null ? null : buildFinding(onMonthDays(days, n));
    },
    'every.monthEnd': (_, captures) => {
      const day = captures.get('ord') ?? -1;
      return day < 0 ? buildFinding(onMonthDays([day])) : null;
    },
    'every.dayNumber': (said, captures) => {
      const [ord, n] = [captures.get('ord'), months(said, captures)];
      const day = captures.get('day') ?? ord;
      if (day === undefined || day < 1 || n === null) return null;
      // "Every 5" alone and "monthly on the first" before a noun may count something else.
      const namesMonths = captures.get('unit') !== undefined || said.unit !== undefined;
      return buildFinding(onMonthDays([day], n), {
        when: namesMonths && ord === undefined ? ['noUnitAfter'] : ['atPhraseEnd', 'noUnitAfter'],
      });
    },
    'every.nthWeekday': (said, captures) => {
      const [nths, days, n] = [captures.get('ords'), captures.get('days'), months(said, captures)];
      if (nths === undefined || days === undefined || n === null || nths.some((nth) => Math.abs(nth) > 5))
        return null;
      const byDay = days.flatMap((day) => nths.map((nthOfPeriod) => ({ day, nthOfPeriod })));
      return buildFinding({ frequency: 'monthly', ...every(n), byDay });
    },
    'every.nthWorkday': (said, captures) => {
      const [bySetPosition, n] = [captures.all('ords').flat(), months(said, captures)];
      if (n === null || bySetPosition.some((nth) => Math.abs(nth) > 23)) return null;
      return buildFinding({ frequency: 'monthly', ...every(n), byDay: WORKDAYS, bySetPosition });
    },
    'every.yearDate': (said, captures) => {
      // "Every year in March" names no day, so the 1st is used.
      const { months = [], day = 1 } = { months: captures.get('months'), day: captures.get('day') };
      const named = months.map((month) => ({ month, day }));
      if (named.some(({ month }) => day > findLastDay(month))) return null;
      const [date, ...more] = [...captures.all('monthDay'), ...named];
      const n = years(said, captures);
      // A rule can have several months or several days, but not a different day for each month.
      if (date === undefined || n === null || more.some((other) => other.day !== date.day)) return null;
      const byMonth = [date, ...more].map(({ month }) => month);
      // In common years, a yearly date on 29 February becomes 28 February.
      const skip = byMonth.includes(2) && date.day === 29 ? { skip: 'backward' as const } : {};
      return buildFinding({ frequency: 'yearly', ...every(n), byMonth, byMonthDay: [date.day], ...skip });
    },
    'every.yearWeekday': (said, captures) => {
      const n = years(said, captures);
      const [nthOfPeriod, day, month] = [
        captures.get('ord'),
        captures.get('anyWeekday'),
        captures.get('month'),
      ];
      if (n === null || nthOfPeriod === undefined || day === undefined || month === undefined) return null;
      if (Math.abs(nthOfPeriod) > 5) return null;
      return buildFinding({
        frequency: 'yearly',
        ...every(n),
        byMonth: [month.value],
        byDay: [{ day: day.value, nthOfPeriod }],
      });
    },
    'every.dayPart': (said, captures) => {
      const [part, days] = [captures.get('part') ?? said.part, captures.get('weekdays')];
      const length = interval({ ...said, unit: 'day' }, captures);
      if (part === undefined || length === null) return null;
      const rule: RecurrenceRule = days
        ? { frequency: 'weekly', byDay: nthDays(days) }
        : { frequency: 'daily', ...every(length.n) };
      return buildFinding(rule, { part });
    },
    'every.dayParts': (said, captures) => {
      const [times, days, length] = [
        captures.get('dayTimes'),
        captures.get('weekdays'),
        interval({ unit: 'day', ...said }, captures),
      ];
      if (times === undefined || length?.unit !== 'day') return null;
      if (days !== undefined) return buildFinding({ frequency: 'weekly', byDay: nthDays(days), times });
      const rule: RecurrenceRule = { frequency: 'daily', ...every(length.n), times };
      return buildFinding(rule, said.unit === undefined ? { namesOnlyTimes: true } : {});
    },
    // The times are those of the parts of the day: two are in the morning and in the evening.
    'every.timesADay': ({ n }, captures, { grammar }) => {
      const times = grammar.language.timesADay[n ?? captures.get('multiple') ?? captures.get('n') ?? 0];
      return times === undefined
        ? { claim: { field: 'unread' } }
        : buildFinding(
            { frequency: 'daily', ...(times.length > 1 && { times: times.map(civilTime) }) },
            { confidence: GUESSED },
          );
    },
    'every.evenWeeks': (_, captures) => inWeeks(captures, 0),
    'every.oddWeeks': (_, captures) => inWeeks(captures, 1),
    'every.afterCompletion': (said, captures) => {
      const length = interval(said, captures);
      if (length === null || length.n > MAX_INTERVAL) return null;
      const rule = { kind: 'afterCompletion', every: length.n, unit: length.unit } as const;
      return { claim: { field: 'afterCompletion', rule } };
    },
  },
};
