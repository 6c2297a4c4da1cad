import type { Clock, Condition, Finding } from '../readings.js';
import { RANK, type PhraseRecogniser } from './phrase.js';

const found = (clock: Clock | undefined, when: readonly Condition[]): Finding | null =>
  clock === undefined ? null : { claim: { field: 'time', clock }, when };

export const times: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    'time.bare': (_, captures) => {
      const clock = captures.get('clock');
      return found(clock, clock?.bare === true ? ['noArticleBefore'] : ['besideDate', 'noArticleBefore']);
    },
    'time.at': (_, captures) => found(captures.get('clock'), []),
    'time.atHour': (_, captures, { grammar }) =>
      // "At 5 Main Street" is a place; "à 5" is how many come to dinner, unless a date stands beside it.
      found(
        captures.get('hour'),
        grammar.language.bareHour === 'anywhere'
          ? ['atPhraseEnd', 'noUnitAfter']
          : ['atPhraseEnd', 'noUnitAfter', 'besideDate'],
      ),
    'time.dotted': (said, captures) => found(captures.get('dotted'), said.n === 1 ? [] : ['afterDate']),
    'time.dayPart': (said, captures) => {
      const part = said.part ?? captures.get('part');
      return part === undefined ? null : { claim: { field: 'dayPart', part }, when: ['besideDate'] };
    },
  },
};
