import { daysInMonth } from '../../shared/civil-date.js';
import { findLastDay } from '../calendar.js';
import type { Captures } from '../grammar/captures.js';
import { type PhraseBuilder, type PhraseRecogniser, RANK } from './phrase.js';

const leaveAlone: PhraseBuilder = () => ({ claim: { field: 'guard' } });

/** True for "30 February" and "29 February 2027": without its year, the latter would be read as that of 2028. */
function isNoDate(captures: Captures): boolean {
  const numbers = captures.get('numbers');
  if (numbers !== undefined) return !numbers.exists;
  const [month, year] = [captures.get('month'), captures.get('year')];
  const day = captures.get('day') ?? captures.get('nth');
  if (month === undefined || day === undefined) return false;
  return day > (year === undefined ? findLastDay(month.value) : daysInMonth(year, month.value));
}

/** Names that hold a date's words: the longest of them keeps its words to itself. */
export const fixedNames: PhraseRecogniser = {
  rank: RANK.name,
  meanings: {
    'guard.name': leaveAlone,
    'guard.place': leaveAlone,
    // "3 times every week" is no series of three, "every day except the 15th" not every day.
    'guard.noSuchDate': (_, captures) => (isNoDate(captures) ? { claim: { field: 'unread' } } : null),
    'guard.repetition': (_, captures) => (captures.get('n') === 1 ? null : { claim: { field: 'unread' } }),
  },
};

/** Phrases with a date or time that do not say when the task is: nothing is read inside them. */
export const guards: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    // "Before 4pm" is neither at 4pm nor a soft due date.
    'guard.deadline': leaveAlone,
    // "Le mardi" is every Tuesday or the coming one: to be asked, not guessed.
    'guard.habit': () => ({ claim: { field: 'guard', warning: 'AMBIGUOUS' } }),
    // Tasks have reminders, but sentences do not say them yet.
    'guard.reminder': () => ({ claim: { field: 'guard', warning: 'NOT_UNDERSTOOD' } }),
    'guard.interval': () => ({ claim: { field: 'unread' } }),
    // "Prepare the meeting of 3 March" is done before.
    'guard.belonging': leaveAlone,
  },
};
