import type { ClockTime, Condition, PhraseFinding } from '../readings.js';
import { RANK, type PhraseRecogniser } from './phrase.js';
import {
  endsNextDay,
  isEarly,
  isLongDuration,
  isUnclearLength,
  isYear,
  LONG_DURATION,
  MINUTES_OF_DAY,
  readWrittenClock,
  resolveRange,
} from '../grammar/clock-tokens.js';
import type { Captures } from '../grammar/slots.js';
import { readPart } from '../grammar/matcher.js';
import { readMember } from '../grammar/names.js';
import type { Sentence } from '../sentence.js';
import { fromMinutes } from '../../shared/civil-time.js';

/** The conditions for reading numbers as a time that may also be an amount or a telephone number. */
const AMOUNT_OR_TIME: readonly Condition[] = [
  'besideDateOrPart',
  'noUnitAfter',
  'notAmount',
  'notPhoneNumber',
];
/** The conditions for reading four digits as a time that may also be a year. */
const YEAR_OR_TIME: readonly Condition[] = ['afterDay', 'noUnitAfter'];

const buildFinding = (clock: ClockTime | undefined, when: readonly Condition[]): PhraseFinding | null =>
  clock === undefined ? null : { claim: { field: 'time', clock }, when };

export const times: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'time.bare': (_, captures, { grammar }) => {
      const clock = captures.get('clock');
      // "Ménage dimanche 2h" and "2 heures samedi" take two hours. At two in the morning would be "à 2h" or "2h du
      // matin". "Demain après-midi 3h" is at 15:00.
      if (clock !== undefined && isHourOfNight(clock) && grammar.language.hourMark === 'h')
        return buildFinding(clock, ['fitsPart', 'noArticleBefore']);
      return buildFinding(
        clock,
        clock?.bare === true ? ['noArticleBefore'] : ['besideDateOrPart', 'noArticleBefore'],
      );
    },
    'time.list': ({ n }, captures) => {
      const [clock, ...others] = as24Hours(captures.all('timeOfDay'));
      if (clock === undefined) return null;
      // Numbers without "at", such as "10, 12 and 17", are only times next to a date or a repetition.
      const isSure = n === 1 || [clock, ...others].some(({ bare }) => bare);
      return {
        claim: { field: 'time', clock, others },
        when: isSure ? [] : ['besideDate', 'atPhraseEnd', 'noUnitAfter'],
      };
    },
    'time.at': ({ n }, captures, sentence) => {
      const [clock, place] = [captures.get('clock'), captures.placeOf('clock') ?? 0];
      if (n !== 1) return buildFinding(clock, []);
      if (clock && chooseMeaning(clock, sentence.tokens[place]?.folded ?? '', sentence) !== 'time')
        return null;
      // In "get ready for 7pm class", "for" belongs to the noun.
      return buildFinding(clock, sentence.grammar.language.timeBeforeNoun ? ['atPhraseEnd'] : []);
    },
    'time.atHour': ({ n }, captures, sentence) => {
      const { grammar } = sentence;
      if (n === 4) return buildBeforePart(captures.get('hour'), captures.placeOf('hour') ?? 0, sentence);
      if (n === 2) return buildFinding(captures.get('hour'), []);
      if (n === 3) return buildFinding(captures.get('hour'), ['besideDate', 'atPhraseEnd', 'noUnitAfter']);
      // "Dentist monday at 8 downtown" names a time, though another word follows.
      if (n === 1) return buildFinding(captures.get('hour'), ['besideDate', 'noUnitAfter', 'countsNoNoun']);
      // "At 5 Main Street" is a place. In French, "à 5" means five people unless a date is next to it. So an
      // hour without minutes has conditions.
      return buildFinding(
        captures.get('hour'),
        grammar.language.bareHour === 'anywhere'
          ? ['atPhraseEnd', 'noUnitAfter']
          : ['atPhraseEnd', 'noUnitAfter', 'besideDate'],
      );
    },
    'time.dotted': (said, captures, sentence) => {
      const clock = captures.get('dotted');
      if (said.n === 2) return buildBeforePart(clock, captures.placeOf('dotted') ?? 0, sentence);
      if (said.n === 1) return buildFinding(clock, []);
      return buildFinding(clock, clock && isEarly(clock) ? ['afterDateOrPart'] : AMOUNT_OR_TIME);
    },
    'time.compact': (_, captures) => {
      const clock = captures.get('compact');
      if (clock === undefined) return null;
      // "0700 tomorrow" and "1100 tomorrow dentist" name a time. "Vet 1430 friday" does too, but "pay 1430 friday" and
      // "march 2010 friday" do not.
      if (clock.bare || captures.placeOf('compact') === 0)
        return buildFinding(clock, ['besideDate', 'noUnitAfter']);
      return buildFinding(clock, isYear(clock) ? YEAR_OR_TIME : AMOUNT_OR_TIME);
    },
    'time.dayPart': (said, captures) => {
      const part = said.part ?? captures.get('part');
      if (part === undefined) return null;
      const when: readonly Condition[] = said.n === 1 ? ['besideDate', 'notOfNoun'] : ['besideDate'];
      return { claim: { field: 'dayPart', part }, when };
    },
  },
};

/** In a list with an hour above 12 and no am or pm, such as "8, 12 and 17", all hours are those of the 24-hour clock. */
function as24Hours(clocks: readonly ClockTime[]): readonly ClockTime[] {
  const isOf24 = clocks.some(({ minute, bare }) => !bare && minute >= 780);
  return isOf24 ? clocks.map((clock) => ({ ...clock, fixed: true })) : clocks;
}

/** Builds the time of "call mum 7 tonight" and "wake up 5.45 tomorrow morning". "Apollo 11 tonight" may be a name. */
function buildBeforePart(clock: ClockTime | undefined, at: number, sentence: Sentence): PhraseFinding | null {
  if (clock === undefined) return null;
  return {
    claim: mayEndName(sentence, at) ? { field: 'unread' } : { field: 'time', clock },
    when: ['beforePart', 'fitsPart', 'countsNothingBefore', 'noUnitAfter', 'notAmount'],
  };
}

/** Returns true if the word before the number has a capital letter, begins no sentence and is no member. */
function mayEndName(sentence: Sentence, at: number): boolean {
  const before = sentence.tokens[at - 1]?.text ?? '';
  return at > 1 && before !== before.toLowerCase() && readMember(sentence, at - 1) === null;
}

/** In minutes: the highest number of hours that may be a duration instead of a time, as in "de 2 à 3 heures". */
const LATEST_DURATION = 360;

/** Recognises ranges such as "2pm to 4pm", which give a time and a duration. */
export const ranges: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'range.clocks': ({ n }, captures, sentence) => {
      if (n === 2) return buildNumbers(captures, sentence);
      // If one end is clearly a time, the range is always read. "Read 7 to 9" is only read as a range next to a date.
      const clocks = readBothEnds(captures);
      // "De 9 à 11 heures" is sure too, but "de 2 à 3 heures" may be a duration.
      const isSure = clocks?.some(({ bare }) => bare) === true || (clocks?.[1].minute ?? 0) > LATEST_DURATION;
      const isEarlierHour =
        captures.get('hour') !== undefined && (clocks?.[1].minute ?? 0) < (clocks?.[0].minute ?? 0);
      // « Samedi 20h à 8 » is more often a table for eight than a night.
      if (n === 4 && isEarlierHour) return { claim: { field: 'unread' }, when: ['noUnitAfter'] };
      const when: readonly Condition[] = [
        ...(n === 4 ? (['noUnitAfter'] as const) : []),
        ...(isSure ? [] : (['besideDateOrPart'] as const)),
        ...(n === 1 ? (['noWeekdayBefore', 'noArticleBefore'] as const) : []),
      ];
      return clocks && buildRange(clocks, sentence, when);
    },
    'range.hours': ({ n }, captures, sentence) => {
      const clocks = readBothEnds(captures);
      if (clocks === null) return null;
      // "Gym tomorrow 9-11" names times. "Pages 9-11 tomorrow", "tomorrow 9 to 11 people" and "friday 4 to 6" may mean
      // something else.
      if (n === undefined) return buildRange(clocks, sentence, ['besideDateOrPart']);
      if (endsNextDay(clocks, sentence.grammar.language.clock)) return null;
      return buildRange(
        clocks,
        sentence,
        n === 1 ? HOURS_ALONE : ['beforePart', 'noAmountBefore', 'noPluralBefore'],
      );
    },
  },
};

/** Builds the range of "0815-0945", "8.15-9.45", "8-9.30" and "8.30-10". */
function buildNumbers(captures: Captures, sentence: Sentence): PhraseFinding | null {
  const numbers = [...captures.all('compact'), ...captures.all('hour'), ...captures.all('dotted')];
  const isDottedFirst = (captures.placeOf('hour') ?? 0) > (captures.placeOf('dotted') ?? 0);
  const [start, end] = isDottedFirst ? numbers.reverse() : numbers;
  if (start === undefined || end === undefined) return null;
  const isYears = captures.get('compact') !== undefined && isYear(start) && isYear(end);
  return buildRange([start, end], sentence, isYears ? YEAR_OR_TIME : AMOUNT_OR_TIME);
}
const HOURS_ALONE: readonly Condition[] = [
  'afterDateOrPart',
  'atPhraseEnd',
  'noUnitAfter',
  'noWeekdayBefore',
];

function readBothEnds(captures: Captures): readonly [ClockTime, ClockTime] | null {
  const clocks = captures.all('clock');
  const hours = captures.all('hour');
  const [start, end] = [...clocks, ...hours];
  if (start === undefined || end === undefined) return null;
  const hourFirst = clocks.length === 1 && (captures.placeOf('hour') ?? 0) < (captures.placeOf('clock') ?? 0);
  return hourFirst ? [end, start] : [start, end];
}

function buildRange(
  [start, end]: readonly [ClockTime, ClockTime],
  { grammar }: Sentence,
  when: readonly Condition[],
): PhraseFinding | null {
  const { minutes } = resolveRange(start, end, null, grammar.language.clock);
  return minutes === 0 ? null : { claim: { field: 'range', start, end }, when };
}

const SURE = 0.7;
const END_OF_NIGHT = 240;

/**
 * Returns what hours after « pour » mean: « pour 20h » names a time, and « pour 3h » a duration. From four to six hours,
 * they may be either. Other languages than French write durations in another way than times.
 */
function chooseMeaning(
  { minute, fixed, bare }: ClockTime,
  token: string,
  { grammar }: Sentence,
): 'time' | 'duration' | 'unclear' {
  // « 7h moins dix » is no duration.
  const isPast = bare && minute >= END_OF_NIGHT;
  const isTime = fixed || isPast || token.includes(':') || minute >= LONG_DURATION;
  if (isTime || grammar.language.hourMark !== 'h') return 'time';
  return minute < END_OF_NIGHT ? 'duration' : 'unclear';
}

/** Returns true for an hour from 1 to 3 that is written like a duration: "2h", but not "02h" and "14h". */
const isHourOfNight = ({ minute, fixed, bare }: ClockTime): boolean =>
  !fixed && !bare && minute < END_OF_NIGHT;

export const durations: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'span.duration': ({ n }, captures, sentence) => {
      const [minutes, place] = [captures.get('duration'), captures.placeOf('duration') ?? 0];
      if (minutes === undefined) return null;
      const [clock] = n === 1 ? readPart(sentence, 'clock', place) : [];
      const meaning = clock && chooseMeaning(clock.value, sentence.tokens[place]?.folded ?? '', sentence);
      if (meaning === 'time') return null;
      if (meaning === 'unclear') return { claim: { field: 'unread' } };
      // "For 3 hours 4 times" is not 3 hours and 4 minutes.
      return { claim: { field: 'duration', minutes }, when: ['noUnitAfter'] };
    },
    'span.short': ({ n }, captures, sentence) => {
      if (n === 1) return buildBeside(captures, sentence);
      const [minutes, place] = [captures.get('short'), captures.placeOf('short')];
      const token = sentence.tokens[place ?? 0]?.folded ?? '';
      if (minutes === undefined || place === null) return null;
      // "30m" is often a distance.
      if (!token.includes('h')) return token.endsWith('m') ? null : { claim: { field: 'duration', minutes } };
      const clock = readWrittenClock(sentence, place)?.value;
      // The language does not write times as 17h, so "1h" and "2h30" are durations. "24h" may mean open all day.
      if (clock === undefined) {
        const claim = { field: 'duration', minutes } as const;
        if (token.endsWith('h')) return minutes < LONG_DURATION ? { claim, when: ['besideDate'] } : null;
        return { claim, when: isLongDuration(token, minutes) ? ['notBesideDate'] : [] };
      }
      // If the language writes times as 17h, "2h" is usually a duration, because few tasks are at two in the
      // morning. Next to a date, "5h45" is a time.
      if (clock.bare) return null;
      return {
        claim: { field: 'duration', minutes },
        when: isHourOfNight(clock) && !isUnclearLength(token, minutes) ? ['last'] : ['notBesideDate'],
        confidence: SURE,
        alternatives: [{ kind: 'time', value: fromMinutes(clock.minute) }],
      };
    },
  },
};

/**
 * Builds the duration of "réviser 20 min demain" and "repasser 2 heures samedi". In languages that write times as 17h,
 * "5 heures" is a time.
 */
function buildBeside(captures: Captures, sentence: Sentence): PhraseFinding | null {
  const [minutes, place] = [captures.get('duration'), captures.placeOf('duration') ?? 0];
  const token = sentence.tokens[place]?.folded ?? '';
  // "50m" is often a distance.
  const isUnclear =
    isLongDuration(token, minutes ?? 0) || isUnclearLength(token, minutes ?? 0) || /^\d+m$/.test(token);
  if (minutes === undefined || minutes >= MINUTES_OF_DAY || isUnclear) return null;
  const when = ['besideDate', 'noArticleBefore', 'noUnitAfter'] as const;
  const isSure = readPart(sentence, 'clock', place).length === 0;
  if (isSure) return { claim: { field: 'duration', minutes }, when };
  if (minutes >= END_OF_NIGHT) return null;
  return {
    claim: { field: 'duration', minutes },
    when,
    confidence: SURE,
    alternatives: [{ kind: 'time', value: fromMinutes(minutes) }],
  };
}
