import { addDays, clampedDate, daysInMonth, toParts, type CivilDate } from '../../shared/civil-date.js';
import { findLastDay, nextDayOfMonth, nextMonthDay } from '../calendar.js';
import type { Captures } from '../grammar/slots.js';
import type { Said } from '../languages/language.js';
import type { Condition, Guard, Hint } from '../readings.js';
import { longestWords } from '../grammar/trie.js';
import { endsNextDay, isEarly, isLongDuration, isUnclearLength, isYear } from '../grammar/clock-tokens.js';
import { type PhraseBuilder, type PhraseRecogniser, RANK } from './phrase.js';

const guarded =
  (guard: Guard, when: readonly Condition[] = []): PhraseBuilder =>
  () => ({ claim: { field: 'guard', guard }, when });

/** How many days ahead people know the day of the month of a weekday. */
const SOON = 62;

/** The longest range of hours, in minutes, that people write without a word such as "from". */
const LONGEST_RANGE = 360;

/**
 * Returns true if the day of the month is the weekday beside it in the next weeks. Returns null if the number is no day
 * of a month.
 */
function isSoon(captures: Captures, today: CivilDate): boolean | null {
  const [weekday, day] = [captures.get('anyWeekday'), captures.get('day') ?? captures.get('int')];
  if (weekday === undefined || day === undefined || day < 1 || day > LAST_DAY) return null;
  const date = nextDayOfMonth(today, day, weekday.value);
  return date !== null && date <= addDays(today, SOON);
}
const LAST_DAY = 31;

const lastDayOfNextMonth = (today: CivilDate) =>
  toParts(clampedDate(toParts(today).year, toParts(today).month + 1, LAST_DAY)).day;

const UNREAD = { claim: { field: 'unread' } } as const;

/**
 * Returns true for dates that do not exist, such as "30 February" or "29 February 2027". Without this check,
 * the second one would be read as 29 February 2028. With `n`, the month of the day is the next one.
 */
function isNoDate({ n }: Said, captures: Captures, today: CivilDate): boolean {
  const numbers = captures.get('numbers');
  if (numbers !== undefined) return !numbers.exists;
  const [month, year] = [captures.get('month'), captures.get('year')];
  const day = captures.get('day') ?? captures.get('nth') ?? captures.get('ord');
  if (n === 1) return (day ?? 0) > lastDayOfNextMonth(today);
  if (month === undefined || day === undefined) return false;
  return day > (year === undefined ? findLastDay(month.value) : daysInMonth(year, month.value));
}

/**
 * Recognises proper names, feasts and places that contain words of a date, such as "Black Friday" and "5th Avenue". If
 * names overlap, the longest one is used. Also recognises dates that do not exist and repetitions that no rule can
 * express.
 */
export const fixedNames: PhraseRecogniser = {
  rank: RANK.name,
  meanings: {
    // "Bank holiday monday" is a date that the parser does not know.
    'guard.name': ({ n }) => ({ claim: { field: 'guard', guard: n === 1 ? 'otherDate' : 'name' } }),
    'guard.compound': guarded('name', ['noTimeAfter', 'noOrdinalBefore']),
    'guard.place': guarded('name'),
    'guard.feast': (_, captures, { today, tokens, members }) => {
      const [feast, place] = [captures.get('feast'), captures.placeOf('feast') ?? 0];
      if (feast === undefined || members().has(tokens[place]?.folded ?? '')) return null;
      const date = feast.date && nextMonthDay(today, ...feast.date);
      const reading = date && ({ date, style: 'calendar', strength: 'strong' } as const);
      return { claim: { field: 'guard', guard: 'feast', ...(reading && { date: reading }) } };
    },
    // The claim 'unread' puts every date and time of the sentence back into the title. A part of the sentence alone
    // would have another meaning: "3 times every week" is not a series of three dates.
    'guard.noSuchDate': (said, captures, { today }) => (isNoDate(said, captures, today) ? UNREAD : null),
    // "Once every month" is read, but "une fois sur trois" is not.
    // "In turn with the neighbours" is no rotation, but "in turn with Ben first" is one.
    'guard.repetition': ({ n }, captures) =>
      n === 2
        ? { ...UNREAD, when: ['noMemberAfter'] }
        : n === undefined && captures.get('n') === 1
          ? null
          : UNREAD,
    // "Twice a week" does not say on which days.
    'guard.perPeriod': (_, captures) => {
      const count = captures.get('n') ?? captures.get('multiple');
      return count === 1 ? null : { claim: { field: 'unread', warning: 'DAYS_NOT_NAMED' } };
    },
  },
};

/**
 * Recognises phrases that contain a date or time which is not the date of the task. Nothing within them is
 * read.
 */
export const guards: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    // "Before 4pm" means neither at 4pm nor a soft due date, so it stays in the title.
    'guard.deadline': guarded('deadline'),
    'guard.otherDate': guarded('otherDate'),
    // "Le mardi" means either every Tuesday or the next Tuesday, so the user gets a warning.
    'guard.habit': (_, captures) => {
      const named = captures.get('anyWeekday');
      // Abbreviations are also common words.
      const when: readonly Condition[] = named?.weak === true ? ['timeAfter'] : [];
      return { claim: { field: 'guard', guard: 'habit', ...(named && { day: named.value }) }, when };
    },
    // Reminders cannot be set by quick-add yet.
    'guard.reminder': guarded('reminder'),
    'guard.unread': () => UNREAD,
    // A task has a date or repeats, but it cannot be planned for "week 48" or "late next week".
    'guard.period': () => ({ ...UNREAD, when: ['noUnitAfter'] }),
    // "Friday 4" may mean the 4th or four o'clock. "Vendredi 4 à 14h" is the 4th if that is one of the next Fridays.
    // « Mardi 8 à 16 » may mean the 8th, or from 8 to 16 o'clock.
    'guard.weekdayNumber': ({ n }, captures, { today }) => {
      const [day = Infinity, hour] = [captures.get('day') ?? captures.get('int'), captures.get('hour')];
      const isRange = hour !== undefined && hour.minute > day * 60;
      if (isRange) return UNREAD;
      if (n !== 1) return { claim: { field: 'unread' }, when: ['atPhraseEnd', 'noUnitAfter'] };
      return isSoon(captures, today) === false ? UNREAD : null;
    },
    // "Réunion 9 à 11h" may mean the 9th, or from 9 to 11 o'clock. In "Bus 4 à 14h" it is neither of them.
    'guard.numberBeforeTime': ({ n }, captures) => {
      if (n === 1) return { ...UNREAD, when: ['noWeekdayBefore'] };
      const minutes = (captures.get('clock')?.minute ?? 0) - (captures.get('day') ?? 0) * 60;
      const mayBeRange = minutes > 0 && minutes <= LONGEST_RANGE;
      return mayBeRange ? { ...UNREAD, when: ['noArticleBefore', 'noWeekdayBefore'] } : null;
    },
    // "Dentist 4 friday" may mean Friday the 4th. "Chapter 7 friday" does not if the 7th is not one of the next Fridays.
    'guard.numberBeforeWeekday': (_, captures, { today }) =>
      isSoon(captures, today) === true ? UNREAD : null,
    // "Gym 6 tomorrow" and "dentist 3 monday" may name an hour. "Gym 6 tomorrow morning" is read.
    'guard.hourBeforeDate': (_, captures) => {
      const date = captures.get('date');
      if (date === undefined || date.style === 'calendar') return null;
      return { ...UNREAD, when: ['countsNothingBefore', 'noPartAfter', 'noTimeAfter'] };
    },
    // "Hotel 2 nights from 13 feb" names a length and no part of the day.
    'guard.nights': () => ({ ...UNREAD, when: ['withDate'] }),
    // "Friday at 3 shops" and "friday about 3 shops" may name a time or a number of shops.
    'guard.numberAfterAt': () => ({ ...UNREAD, when: ['withDate', 'noUnitAfter', 'mayBeHour'] }),
    // "Pills 10, 12 and 17" may name times or days. Next to a date or a repetition, they are read as times. "3/6 and 4/6"
    // may name two days.
    'guard.numberList': (_, captures) => {
      const times = captures.all('timeOfDay');
      if (times.some(({ bare }) => bare)) return null;
      return {
        ...UNREAD,
        when: [times.length > 0 ? 'notBesideDate' : 'notAmount', 'atPhraseEnd', 'noUnitAfter'],
      };
    },
    // "Gym 9 to 11 tomorrow" may name times or amounts. "Tomorrow evening 9 to 11" and "from 9 to 11" name times.
    'guard.hourRange': ({ n }, captures, { tokens, grammar }) => {
      const [start, end] = captures.all('timeOfDay');
      const before = tokens[(captures.placeOf('timeOfDay') ?? 0) - 3]?.folded ?? '';
      if (start === undefined || end === undefined || start.bare || end.bare) return null;
      if (endsNextDay([start, end], grammar.language.clock)) return null;
      if (grammar.openWords.has(before) || grammar.dayPartEnds.has(before)) return null;
      // In « pages 8 à 10 demain », the second number would be read as an hour.
      const when: readonly Condition[] = ['withDate', 'atPhraseEnd', 'noUnitAfter'];
      return { ...UNREAD, when: n === 1 ? when : [...when, 'noAmountBefore'] };
    },
    // "Dinner 7 for 7:30" names when the guests arrive and when the dinner begins.
    'guard.arrival': () => ({ ...UNREAD, when: ['noUnitAfter'] }),
    // "March 2010 friday" may name a year or a time, "milk 2.30 friday" a price or a time, and "flight 7h45 friday" and
    // « taxi 3h45 samedi » a duration or a time.
    'guard.timeOrNumber': (_, captures, { tokens, grammar }) => {
      const [compact, dotted] = [captures.get('compact'), captures.get('dotted')];
      const short = tokens[captures.placeOf('short') ?? -1]?.folded ?? '';
      const minutes = captures.get('short') ?? 0;
      const mayBeTime = grammar.language.hourMark === 'h' ? isUnclearLength : isLongDuration;
      const isUnclear =
        (compact && isYear(compact)) ?? (dotted && isEarly(dotted)) ?? mayBeTime(short, minutes);
      return isUnclear ? { ...UNREAD, when: ['besideDate', 'noUnitAfter', 'notAmount'] } : null;
    },
    // The date in "prepare the meeting of 3 March" belongs to the meeting. The task has to be done before
    // that date.
    'guard.belonging': ({ n }, captures) => {
      const clock = captures.get('clock');
      return {
        claim: { field: 'guard', guard: 'belonging', ...(clock && { clock }) },
        when: n === 1 ? ['noTimeAfter'] : [],
      };
    },
  },
};

const hint =
  (value: Hint): PhraseBuilder =>
  () => ({ claim: { field: 'hint', hint: value } });

/**
 * Recognises words that are about time, repetition or turns. They are read as nothing, but they put the readings next
 * to them in doubt if they are left in the title.
 */
export const hints: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    // « Rdv le 23 dentiste » names a day, « appeler le 15 » a telephone number, and « le 3 pièces » a flat.
    'hint.date': ({ n }, captures, { tokens, grammar }) => {
      const place = captures.placeOf('day') ?? 0;
      const [before, next] = [tokens[place - 2]?.folded ?? '', tokens[place + 1]?.folded ?? ''];
      const unit =
        longestWords(grammar.units, tokens, place + 1) ??
        longestWords(grammar.minuteWords, tokens, place + 1);
      const counts = grammar.quantities.has(next) || unit !== null;
      const isDay = !counts && !grammar.callVerbs.has(before);
      return n !== 1 || isDay ? { claim: { field: 'hint', hint: 'date' } } : null;
    },
    // "Leave 28th" names a day beside another one. "Alex's 30th" is a birthday.
    'hint.clause': ({ n }, captures, { tokens }) => {
      const [place, day] = [captures.placeOf('nth') ?? 0, captures.get('nth') ?? 0];
      const next = tokens[place + 1];
      const isLast = (next === undefined || next.type === 'sign') && day <= LAST_DAY;
      const isOwned = tokens[place - 1]?.folded.endsWith("'s") === true;
      return n !== 1 || (isLast && !isOwned) ? { claim: { field: 'hint', hint: 'clause' } } : null;
    },
    'hint.series': hint('series'),
    'hint.time': (_, captures) => {
      if (captures.get('month')?.weak === true) return null;
      const weak = captures.get('anyWeekday')?.weak ?? captures.get('numbers')?.weak;
      return { claim: { field: 'hint', hint: weak === true ? 'weakDate' : 'time' } };
    },
    'hint.amount': hint('amount'),
  },
};
