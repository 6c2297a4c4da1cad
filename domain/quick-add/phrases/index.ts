import { findMatches } from '../grammar/matcher.js';
import type { Meaning } from '../languages/meanings.js';
import type { Candidate, Condition, DateReading, PhraseFinding } from '../readings.js';
import { standsAlone, type Sentence } from '../sentence.js';
import { bounds, each, exceptions, rotation } from './bounds.js';
import { fixedNames, guards, hints } from './guards.js';
import { type PhraseBuilder, type PhraseRecogniser, RANK } from './phrase.js';
import { recurrence } from './recurrence.js';
import { durations, ranges, times } from './times.js';
import { addUnits } from '../../shared/civil-date.js';

function buildFinding(date: DateReading, when: readonly Condition[]): PhraseFinding {
  return { claim: { field: 'date', date }, when };
}

/**
 * The conditions for reading a day without a month as a date. "The 5th Wave" is a book, "on the 15th floor" a
 * place, and "le 15" a phone number.
 */
const DAY_ALONE: readonly Condition[] = ['atPhraseEnd', 'noUnitAfter', 'notPhoneNumber'];

/** Returns the conditions for a date that has no word such as "on" before it. */
function chooseConditions({
  style,
  strength,
  needsTime,
  isAbbreviatedFirst,
}: DateReading): readonly Condition[] {
  if (needsTime === true) return ['timeAfter'];
  if (strength === 'slash') return ['expected'];
  if (strength === 'day') return DAY_ALONE;
  // "March 5 miles" and "2 may be enough" contain no date, but "Dentist May 4" does.
  if (style === 'calendar')
    return strength === 'weak' ? ['atPhraseStart', 'noUnitAfter'] : ['unnamed', 'noUnitAfter'];
  if (style === 'weekday')
    return strength === 'weak'
      ? ['expected', 'noArticleBefore']
      : [isAbbreviatedFirst === true ? 'atPhraseEnd' : 'atPhraseStart', 'unnamed'];
  return ['unnamed'];
}

export const dates: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'when.date': (_, captures) => {
      const date = captures.get('date');
      return date ? buildFinding(date, chooseConditions(date)) : null;
    },
    'when.onDate': ({ n }, captures) => {
      const date = captures.get('date') ?? captures.get('fixed') ?? captures.get('calendar');
      if (date === undefined) return null;
      // "For tomorrow" is a date. "For next week" may belong to a noun, as in "the homework for next week".
      if (n === 2) {
        const isDay = date.style === 'relative' && date.last === undefined;
        return isDay ? buildFinding(date, ['noUnitAfter']) : null;
      }
      if (n !== undefined) return date.rolls === true ? buildFinding(date, ['timeAfter']) : null;
      return buildFinding(date, date.strength === 'day' ? DAY_ALONE : ['noUnitAfter']);
    },
    'when.inTime': (_, captures) => {
      const minutes = captures.get('duration');
      return minutes === undefined ? null : { claim: { field: 'elapsed', minutes } };
    },
    'when.dayPart': (said, captures, { today }) => {
      const part = said.part ?? captures.get('part');
      if (part === undefined) return null;
      const date: DateReading = { date: today, style: 'relative', strength: 'strong' };
      return { claim: { field: 'date', date, part } };
    },
  },
};

/** Recognises soft due dates, such as "this week", which do not name an exact day. */
export const softDue: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'softDue.thisWeek': () => ({
      claim: { field: 'softDue', softDue: { kind: 'THIS_WEEK' } },
      when: ['unnamed'],
    }),
    'softDue.thisMonth': () => ({
      claim: { field: 'softDue', softDue: { kind: 'THIS_MONTH' } },
      when: ['unnamed'],
    }),
    'softDue.before': ({ n }, captures) => {
      const date = captures.get('date');
      if (date === undefined) return null;
      const when: readonly Condition[] = [
        'notPhrasalVerb',
        ...(date.needsTime ? ['timeAfter' as const] : []),
      ];
      const softDue = { kind: 'BEFORE', date: date.date } as const;
      return { claim: { field: 'softDue', softDue, ...(n === 1 && { isBefore: true }) }, when };
    },
    'softDue.within': (said, captures, { today }) => {
      const n = captures.get('n') ?? said.n;
      const { unit, times } = captures.get('unit') ?? { unit: said.unit, times: 1 };
      if (n === undefined || unit === undefined) return null;
      const date = addUnits(today, n * times, unit);
      return { claim: { field: 'softDue', softDue: { kind: 'BEFORE', date } } };
    },
  },
};

/**
 * All recognisers. If two readings overlap, the lower rank is used, then the longer reading, then the
 * recogniser that comes first here.
 */
const RECOGNISERS: readonly PhraseRecogniser[] = [
  fixedNames,
  recurrence,
  exceptions,
  rotation,
  each,
  bounds,
  ranges,
  dates,
  times,
  softDue,
  durations,
  guards,
  hints,
];

export type RankedBuilder = { readonly rank: number; readonly order: number; readonly build: PhraseBuilder };

export const BUILDERS: ReadonlyMap<string, RankedBuilder> = new Map(
  RECOGNISERS.flatMap(({ rank, meanings }, order) =>
    (Object.entries(meanings) as [Meaning, PhraseBuilder][]).map(
      ([meaning, build]) => [meaning, { rank, order, build }] as const,
    ),
  ),
);

/**
 * Returns all possible readings of the phrases of the language, at every position in the sentence, and all hints that
 * a part of the sentence is about time. Phrases within a longer expression, such as "friday.com", are left out.
 */
export function findPhrases(sentence: Sentence): Phrases {
  const phrases: Candidate[] = [];
  const hints: Candidate[] = [];
  for (let from = 0; from < sentence.tokens.length; from += 1)
    for (const { meaning, said, end, captures } of findMatches(sentence, 'sentence', from)) {
      const builder = BUILDERS.get(meaning);
      if (builder === undefined || end === from) continue;
      if (!standsAlone(sentence, from, end, meaning.startsWith('hint.') ? findJoints(sentence, from) : ''))
        continue;
      const finding = builder.build(said, captures, sentence);
      if (finding === null) continue;
      const candidate = { ...finding, from, to: end, rank: builder.rank, order: builder.order };
      if (finding.claim.field === 'hint') hints.push(candidate);
      else phrases.push(candidate);
    }
  return { phrases, hints };
}

/** The days of "lundi/jeudi" and the numbers of "7-9" are hints, though they are no phrases. */
const findJoints = ({ tokens }: Sentence, at: number) => (tokens[at]?.type === 'number' ? '/-' : '/');

export type Phrases = { readonly phrases: readonly Candidate[]; readonly hints: readonly Candidate[] };
