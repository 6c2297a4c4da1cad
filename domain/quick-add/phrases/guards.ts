import { daysInMonth } from '../../shared/civil-date.js';
import { findLastDay } from '../calendar.js';
import type { Captures } from '../grammar/captures.js';
import { type PhraseBuilder, type PhraseRecogniser, RANK } from './phrase.js';

const leaveAlone: PhraseBuilder = () => ({ claim: { field: 'guard' } });

/**
 * Returns true for dates that do not exist, such as "30 February" and "29 February 2027". Without this check,
 * the latter would be read as 29 February 2028.
 */
function isNoDate(captures: Captures): boolean {
  const numbers = captures.get('numbers');
  if (numbers !== undefined) return !numbers.exists;
  const [month, year] = [captures.get('month'), captures.get('year')];
  const day = captures.get('day') ?? captures.get('nth');
  if (month === undefined || day === undefined) return false;
  return day > (year === undefined ? findLastDay(month.value) : daysInMonth(year, month.value));
}

/** Recognises names that contain words of a date. The longest one keeps its words. */
export const fixedNames: PhraseRecogniser = {
  rank: RANK.name,
  meanings: {
    'guard.name': leaveAlone,
    'guard.place': leaveAlone,
    // "3 times every week" is not a series of three dates, and "every day except the 15th" is not every day.
    'guard.noSuchDate': (_, captures) => (isNoDate(captures) ? { claim: { field: 'unread' } } : null),
    'guard.repetition': (_, captures) => (captures.get('n') === 1 ? null : { claim: { field: 'unread' } }),
  },
};

/** Recognises phrases with a date or time that do not say when the task is. Nothing is read within them. */
export const guards: PhraseRecogniser = {
  rank: RANK.moment,
  meanings: {
    // "Before 4pm" is neither at 4pm nor a soft due date.
    'guard.deadline': leaveAlone,
    // "Le mardi" means every Tuesday or the next one, so the user is asked.
    'guard.habit': () => ({ claim: { field: 'guard', warning: 'AMBIGUOUS' } }),
    // Reminders cannot be set in a sentence yet.
    'guard.reminder': () => ({ claim: { field: 'guard', warning: 'NOT_UNDERSTOOD' } }),
    'guard.interval': () => ({ claim: { field: 'unread' } }),
    // "Prepare the meeting of 3 March" is done before that date.
    'guard.belonging': leaveAlone,
  },
};
