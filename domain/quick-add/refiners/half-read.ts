import type { Candidate, Claim } from '../readings.js';
import { readInteger, readSmallNumber, readOrdinal, readYear } from '../grammar/numbers.js';
import { readMonthName, readWeekdayName } from '../grammar/names.js';
import { longestWords, type Read } from '../grammar/trie.js';
import type { Sentence } from '../sentence.js';
import { restoreToTitle, hasField, MOMENT_FIELDS, type Refiner, type RefinedCandidates } from './refiner.js';

export const NOT_UNDERSTOOD = {
  code: 'NOT_UNDERSTOOD',
  message: 'This looks like a date but could not be understood. It stays in the title',
} as const;

const isSeries = hasField('rule', 'afterCompletion');
const isDate = hasField('date', 'start', 'until', 'length');
const isTiming = hasField(
  ...MOMENT_FIELDS,
  'until',
  'interval',
  'length',
  'count',
  'exceptDays',
  'exceptMonths',
  'rotation',
);

/**
 * Drops all readings that say when the task is, so that their words become part of the title. Adds a warning
 * with `reason` for each candidate for which `unreadable` is true.
 */
export function restoreTimingToTitle(
  settled: RefinedCandidates,
  sentence: Sentence,
  unreadable: (candidate: Candidate) => boolean,
  reason: NonNullable<Parameters<typeof restoreToTitle>[3]> = NOT_UNDERSTOOD,
): RefinedCandidates {
  const remaining = restoreToTitle(settled, sentence, unreadable, reason);
  return restoreToTitle(remaining, sentence, isTiming);
}

/**
 * Drops all readings that say when the task is if a date or repetition was not or only partly understood. Their words
 * then become part of the title. A partly understood reading would have a wrong meaning: "every 3rd | last Tuesday"
 * does not mean every 3rd, and "June 3 | or 4" does not mean the 3rd. The bar marks the end of the part that was
 * understood.
 */
export const nothingHalfRead: Refiner = (settled, sentence) => {
  const unread = (at: number) => isUnread(settled.candidates, sentence, at);
  const isUnreadable = (candidate: Candidate) =>
    candidate.claim.field === 'unread' ||
    ((isSeries(candidate) || isDate(candidate)) &&
      (cutsWord(candidate, sentence) ||
        continuesAfter(candidate, sentence, unread) ||
        continuesBefore(candidate, sentence, unread)));
  return settled.candidates.some(isUnreadable)
    ? restoreTimingToTitle(settled, sentence, isUnreadable)
    : settled;
};

type Unread = (at: number) => boolean;

/**
 * Returns true if the words of the claim still count as not understood, because the claim only prevents them from
 * being read as a field. The exception is a guard that warns NOT_UNDERSTOOD: its words are a complete phrase, such as
 * a reminder.
 */
const keepsUnread = (claim: Claim) =>
  claim.field === 'unread' || (claim.field === 'guard' && claim.warning !== 'NOT_UNDERSTOOD');

function isUnread(candidates: readonly Candidate[], { tokens }: Sentence, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || token.folded === '') return false;
  return !candidates.some(({ claim, from, to }) => at >= from && at < to && !keepsUnread(claim));
}

/**
 * Returns true if the candidate ends within an expression for working days, such as "tous les 3 jours | ouvrés". The
 * bar marks its end.
 */
function cutsWord({ from, to }: Candidate, { grammar, tokens }: Sentence): boolean {
  for (let at = from; at < to; at += 1)
    if ((longestWords(grammar.workdays, tokens, at)?.end ?? to) > to) return true;
  return false;
}

/**
 * Returns true if the phrase continues after the candidate. Examples, in which the bar marks the end of the
 * candidate: "every day | except the 15th", "every monday | of the month", "every 2 weeks | on the last
 * friday", "in march | , june".
 */
function continuesAfter(candidate: Candidate, sentence: Sentence, unread: Unread): boolean {
  const { from, to } = candidate;
  const { grammar, tokens } = sentence;
  const word = (at: number) => tokens[at]?.folded ?? '';
  const { exceptWords } = grammar;
  if (unread(to) && (exceptWords.has(word(to)) || exceptWords.has(`${word(to)} ${word(to + 1)}`)))
    return true;
  const isListed =
    word(to) === ',' && unread(to) && unread(to + 1) && readMonthName(sentence, to + 1) !== null;
  if (isListed && to - 1 > from && readMonthName(sentence, to - 1) !== null) return true;
  let at = to;
  let [isJoined, isWithin] = [false, false];
  for (; unread(at) && isLink(sentence, at); at += 1) {
    isJoined ||= grammar.connectors.has(word(at));
    isWithin ||= isOf(sentence, at) || grammar.spanWords.has(word(at));
  }
  if (!unread(at)) return false;
  // After "of" or "until", an ambiguous word such as "may" is a month. After "and" it is not.
  if (isWithin && readMonthName(sentence, at) !== null) return true;
  const isYear = grammar.seasons.has(word(at)) || readYear(sentence, at) !== null;
  if (isWithin && isYear && isSeries(candidate)) return true;
  const first = readAmount(sentence, at);
  if (first === null) return isJoined && readTimeWord(sentence, at) !== null;
  const isOrdinal = readOrdinal(sentence, at) !== null;
  const endsThere = !unread(first.end) || tokens[first.end]?.type === 'sign';
  if (endsThere && (isOrdinal || isJoined)) return true;
  // Connecting words and further amounts may stand between the amount and its unit: "for 3 and a half weeks", "for the
  // first 3 months".
  for (at = first.end; unread(at);) {
    if (readTimeWord(sentence, at) !== null) return true;
    const isBetween = grammar.connectors.has(word(at)) || grammar.functionWords.has(word(at));
    const next = readAmount(sentence, at)?.end ?? (isBetween ? at + 1 : at);
    if (next === at) return false;
    at = next;
  }
  return false;
}

/**
 * Returns true if the phrase begins before the candidate. Examples, in which the bar marks the start of the
 * candidate: "the 3 | first mondays of the month", "every other | june 3", "the first days of | every month".
 */
function continuesBefore(candidate: Candidate, sentence: Sentence, unread: Unread): boolean {
  const { from } = candidate;
  const { grammar, tokens } = sentence;
  const word = (at: number) => tokens[at]?.folded ?? '';
  const before = from - 1;
  if (!unread(before)) return false;
  const isConnector = grammar.connectors.has(word(before)) && unread(before - 1);
  if (isSeries(candidate)) {
    const counts = readTimeWord(sentence, from) !== null || readOrdinal(sentence, from) !== null;
    if (counts && readAmount(sentence, before)?.end === from) return true;
    const last =
      readTimeWord(sentence, before - 1) ??
      readOrdinal(sentence, before - 1) ??
      (isOf(sentence, before) ? readInteger(sentence, before - 1) : null);
    return isConnector && last?.end === before;
  }
  if (grammar.repeatWords.has(word(before)) || grammar.countWords.has(word(before))) return true;
  if (candidate.claim.field !== 'date' || candidate.claim.date.style === 'relative') return false;
  return candidate.claim.date.style === 'weekday'
    ? readOrdinal(sentence, before)?.end === from ||
        (unread(before - 1) && grammar.repeatWords.has(word(before - 1)))
    : isConnector &&
        (
          readInteger(sentence, before - 1) ??
          readOrdinal(sentence, before - 1) ??
          readTimeWord(sentence, before - 1)
        )?.end === before;
}

/**
 * Reads a word that says how many or which ones. "a" and the French "un" are not read, because they can be before any
 * noun.
 */
function readAmount(sentence: Sentence, at: number): Read<unknown> | null {
  const { folded } = sentence.tokens[at] ?? { folded: '' };
  if (sentence.grammar.countWords.has(folded)) return { end: at + 1, value: null };
  const isArticle = sentence.grammar.articles.has(folded);
  return readOrdinal(sentence, at) ?? (isArticle ? null : readSmallNumber(sentence, at));
}

/** Returns true for a word that connects the words before it with the words after it. */
function isLink({ grammar, tokens }: Sentence, at: number): boolean {
  const word = tokens[at]?.folded ?? '';
  return grammar.connectors.has(word) || grammar.functionWords.has(word) || grammar.spanWords.has(word);
}

/** Returns true for a connecting word that does not form a list, such as "of" and "in", but not "and". */
function isOf({ grammar, tokens }: Sentence, at: number): boolean {
  return (
    grammar.connectors.has(tokens[at]?.folded ?? '') && longestWords(grammar.joiners, tokens, at) === null
  );
}

/** Reads a unit or name of days or months. Words with another common meaning ("sun", "may") are not read. */
function readTimeWord(sentence: Sentence, at: number): Read<unknown> | null {
  const { grammar, tokens } = sentence;
  const named = readWeekdayName(sentence, at) ?? readMonthName(sentence, at);
  if (named !== null) return named.value.weak ? null : named;
  const { units, plurals, workdays, weekends } = grammar;
  for (const trie of [units, plurals, workdays, weekends]) {
    const read = longestWords<unknown>(trie, tokens, at);
    if (read !== null) return read;
  }
  return null;
}
