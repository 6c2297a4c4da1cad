import { type PhraseBuilder, type PhraseRecogniser, RANK } from './phrase.js';

const leaveAlone: PhraseBuilder = () => ({ claim: { field: 'guard' } });

/** Names that hold a date's words: the longest of them keeps its words to itself. */
export const fixedNames: PhraseRecogniser = {
  rank: RANK.name,
  meanings: {
    'guard.name': leaveAlone,
    'guard.place': leaveAlone,
    // "3 times every week" is no series of three, "every day except the 15th" not every day.
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
