import { daysInMonth } from '../../shared/civil-date.js';
import { findLastDay } from '../calendar.js';
import type { Captures } from '../grammar/captures.js';
import { type PhraseBuilder, type PhraseRecogniser, RANK } from './phrase.js';

const leaveAlone: PhraseBuilder = () => ({ claim: { field: 'guard' } });

/**
 * Returns true for dates that do not exist, such as "30 February" or "29 February 2027". Without this check,
 * the second one would be read as 29 February 2028.
 */
function isNoDate(captures: Captures): boolean {
  const numbers = captures.get('numbers');
  if (numbers !== undefined) return !numbers.exists;
  const [month, year] = [captures.get('month'), captures.get('year')];
  const day = captures.get('day') ?? captures.get('nth');
  if (month === undefined || day === undefined) return false;
  return day > (year === undefined ? findLastDay(month.value) : daysInMonth(year, month.value));
}

/**
 * Recognises proper names and places that contain words of a date, such as "Black Friday" and "5th Avenue". If names
 * overlap, the longest one is used. Also recognises dates that do not exist and repetitions that no rule can express.
 */
export const fixedNames: PhraseRecogniser = {
  rank: RANK.name,
  meanings: {
    'guard.name': leaveAlone,
    'guard.place': leaveAlone,
    // The claim 'unread' puts every date and time of the sentence back into the title. A part of the sentence alone
    // would have another meaning: "3 times every week" is not a series of three dates.
    'guard.noSuchDate': (_, captures) => (isNoDate(captures) ? { claim: { field: 'unread' } } : null),
    'guard.repetition': (_, captures) => (captures.get('n') === 1 ? null : { claim: { field: 'unread' } }),
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
    'guard.deadline': leaveAlone,
    // "Le mardi" means either every Tuesday or the next Tuesday, so the user gets a warning.
    'guard.habit': () => ({ claim: { field: 'guard', warning: 'AMBIGUOUS' } }),
    // Reminders cannot be set by quick-add yet.
    'guard.reminder': () => ({ claim: { field: 'guard', warning: 'NOT_UNDERSTOOD' } }),
    'guard.interval': () => ({ claim: { field: 'unread' } }),
    // The date in "prepare the meeting of 3 March" belongs to the meeting. The task has to be done before
    // that date.
    'guard.belonging': leaveAlone,
  },
};
