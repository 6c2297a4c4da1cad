import type { Candidate, Claim, Condition } from '../readings.js';
import { isLikelyIn, readDottedClock, readHour, readWrittenClock } from '../grammar/clock-tokens.js';
import { readPart } from '../grammar/matcher.js';
import { isApostrophe, readMember, readWeekdayName } from '../grammar/names.js';
import { readOrdinal } from '../grammar/numbers.js';
import { longestWords } from '../grammar/trie.js';
import type { DayPart } from '../languages/language.js';
import type { Sentence } from '../sentence.js';

/** The other readings in the sentence at the time when a candidate is checked. */
export type Surroundings = {
  readonly sentence: Sentence;
  /** The tokens at which a phrase can begin. */
  readonly starts: ReadonlySet<number>;
  /** The tokens before which a phrase can end. */
  readonly ends: ReadonlySet<number>;
  /** The tokens at which a time of day can begin. */
  readonly times: ReadonlySet<number>;
  /** True if the sentence may have a repetition by weeks that does not name its days. */
  readonly hasWeeks: boolean;
  /**
   * True if the sentence may have a repetition that does not name its days, or say how long one lasts, what it leaves out,
   * or who takes turns.
   */
  readonly hasSeries: boolean;
  /** The readings that are already fixed: markers and notes. */
  readonly claimed: readonly Candidate[];
  readonly chosen: readonly Candidate[];
};

type Check = (candidate: Candidate, surroundings: Surroundings) => boolean;

/** Characters after a number which show that it is a quantity. */
const MEASURES = '%€$£°';
const OPENERS = ',;:(-';
/** A longer number is a date with its year, such as 2027-03-25. */
const LONGEST_QUANTITY = 7;

const DATE_FIELDS: ReadonlySet<Claim['field']> = new Set([
  'date',
  'elapsed',
  'rule',
  'afterCompletion',
  'start',
  'until',
  'softDue',
]);
const DATE_FIELDS_AND_PART: ReadonlySet<Claim['field']> = new Set([...DATE_FIELDS, 'dayPart']);
const BOUND_FIELDS: ReadonlySet<Claim['field']> = new Set([
  'until',
  'length',
  'count',
  'exceptDays',
  'months',
  'rotation',
]);
const TIME_FIELDS: ReadonlySet<Claim['field']> = new Set(['time', 'range']);

/** Conditions that depend on other chosen candidates. Candidates with one of these conditions are tried last. */
export const LATE_CONDITIONS: ReadonlySet<Condition> = new Set([
  'besideDate',
  'besideDateOrPart',
  'afterDateOrPart',
  'beforePart',
  'fitsPart',
  'last',
  'notBesideDate',
  'afterDate',
  'withDate',
  'countsNoNoun',
  'mayBeHour',
  'afterDay',
  'besideTime',
  'besideRotation',
  'expected',
]);

export function conditionsHold(candidate: Candidate, surroundings: Surroundings): boolean {
  return candidate.when?.every((condition) => CHECKS[condition](candidate, surroundings)) ?? true;
}

const atPhraseEnd: Check = ({ to }, { sentence, starts, claimed }) => {
  const next = sentence.tokens[to];
  if (next === undefined || starts.has(to) || isClaimed(claimed, to)) return true;
  if (next.type === 'sign') return !MEASURES.includes(next.text);
  const isRange = sentence.grammar.rangeWords.has(next.folded) && sentence.tokens[to + 1]?.type === 'number';
  return sentence.grammar.functionWords.has(next.folded) && !isRange;
};

const atPhraseStart: Check = (candidate, surroundings) => {
  const { sentence, claimed, ends } = surroundings;
  const before = sentence.tokens[candidate.from - 1];
  if (before === undefined || ends.has(candidate.from) || isClaimed(claimed, candidate.from - 1)) return true;
  return OPENERS.includes(before.text) || atPhraseEnd(candidate, surroundings);
};

const besideMember: Check = ({ from, to }, { claimed }) =>
  claimed.some(
    (one) =>
      (one.claim.field === 'member' || one.claim.field === 'together') &&
      (one.from === to || one.to === from),
  );

const noUnitAfter: Check = ({ to }, { sentence, times }) => {
  const [last, next] = [sentence.tokens[to - 1], sentence.tokens[to]];
  // "March 5 miles" is no date, but "le 4 décembre pour 6 personnes" is one.
  return (
    next === undefined ||
    times.has(to) ||
    last?.type !== 'number' ||
    last.text.length > LONGEST_QUANTITY ||
    !(MEASURES.includes(next.text) || sentence.grammar.quantities.has(next.folded))
  );
};

const besideOneOf =
  (fields: ReadonlySet<Claim['field']>, sides: readonly ('before' | 'after')[]): Check =>
  ({ from, to }, { sentence, chosen }) => {
    const left = sentence.tokens[from - 1]?.text === ',' ? from - 1 : from;
    const right = sentence.tokens[to]?.text === ',' ? to + 1 : to;
    return chosen.some(
      (other) =>
        fields.has(other.claim.field) &&
        ((sides.includes('before') && other.to === left) ||
          (sides.includes('after') && other.from === right)),
    );
  };

/** Returns the part of the day that follows, as "tonight" or with a date as in "tomorrow evening". */
function partAfter({ to }: Candidate, { sentence, chosen }: Surroundings): DayPart | undefined {
  const date = chosen.find(({ from, claim }) => from === to && claim.field === 'date');
  const part = longestWords(sentence.grammar.dayParts, sentence.tokens, date?.to ?? to);
  return part?.value ?? (date?.claim.field === 'date' ? date.claim.part : undefined);
}

function partBefore({ from }: Candidate, { chosen }: Surroundings): DayPart | undefined {
  const claim = chosen.find(({ to }) => to === from)?.claim;
  return claim?.field === 'dayPart' || claim?.field === 'date' ? claim.part : undefined;
}

const beforePart: Check = (candidate, surroundings) => partAfter(candidate, surroundings) !== undefined;

const fitsPart: Check = (candidate, surroundings) => {
  const part = partAfter(candidate, surroundings) ?? partBefore(candidate, surroundings);
  return [readWrittenClock, readDottedClock, readHour].some((readClock) => {
    const read = readClock(surroundings.sentence, candidate.from);
    return read !== null && part !== undefined && isLikelyIn(read.value.minute, part);
  });
};

const besideDate = besideOneOf(DATE_FIELDS, ['before', 'after']);
const afterDate = besideOneOf(DATE_FIELDS, ['before']);
const besideTime = besideOneOf(TIME_FIELDS, ['before', 'after']);

const expected: Check = (candidate, surroundings) => {
  if (besideTime(candidate, surroundings)) return true;
  const { sentence, claimed, times } = surroundings;
  // "Dentist sat morning" and "work sat 9-5" name the day.
  const isWeekday = candidate.claim.field === 'date' && candidate.claim.date.style === 'weekday';
  const hasPart = longestWords(sentence.grammar.dayParts, sentence.tokens, candidate.to) !== null;
  if (isWeekday && (hasPart || times.has(candidate.to))) return true;
  const isEnd = sentence.tokens
    .slice(candidate.to)
    .every((_, offset) => isClaimed(claimed, candidate.to + offset));
  const before = sentence.tokens[candidate.from - 1];
  return isEnd && (before?.text === ',' || isClaimed(claimed, candidate.from - 1));
};

/** Returns true if the number before the token is that of a house: "12 Baker Street", "12 rue du Port". */
export function isAddress({ tokens, grammar }: Sentence, at: number): boolean {
  const last = at + (grammar.language.timeBeforeNoun ? LONGEST_STREET : 1);
  const words = tokens.slice(at, last);
  const end = words.findIndex(({ type }) => type !== 'word');
  return words.slice(0, end < 0 ? words.length : end).some(({ folded }) => grammar.addressWords.has(folded));
}
const LONGEST_STREET = 3;

/** Returns true if the word may be a noun in the plural. */
export function isPlural({ tokens, grammar }: Sentence, at: number): boolean {
  const word = tokens[at]?.folded ?? '';
  return (
    grammar.quantities.has(word) ||
    (!grammar.articles.has(word) && grammar.language.pluralEndings.some((ending) => word.endsWith(ending)))
  );
}

/** "At 1 shop" may count the shop. From "at 2 shop" on, the noun would be in the plural. */
const countsNoNoun: Check = ({ to, claim }, { sentence }) => {
  const next = sentence.tokens[to];
  if (claim.field !== 'time' || claim.clock.minute === 60) return false;
  return (
    next?.type === 'word' &&
    next.text === next.text.toLowerCase() &&
    !sentence.grammar.rangeWords.has(next.folded) &&
    !isPlural(sentence, to) &&
    !sentence.grammar.quantities.has(sentence.tokens[to + 1]?.folded ?? '') &&
    !isAddress(sentence, to)
  );
};

const mayBeHour: Check = (candidate, surroundings) => {
  const { from, to } = candidate;
  const { sentence } = surroundings;
  if (isAddress(sentence, to)) return false;
  if (besideDate(candidate, surroundings)) return true;
  const [before, word] = [sentence.tokens[from - 1], sentence.tokens[from]?.folded ?? ''];
  const isRange = before?.type === 'number' && sentence.grammar.rangeWords.has(word);
  return !isRange && !isPlural(sentence, to);
};

const wordBefore = ({ from }: Candidate, { tokens }: Sentence) => tokens[from - 1]?.folded ?? '';

/** After a date, the part of the day belongs to it. In French, a noun needs a word such as "du" to form a compound. */
const notOfNoun: Check = (candidate, surroundings) => {
  if (afterDate(candidate, surroundings)) return true;
  const { sentence, claimed, chosen } = surroundings;
  const { tokens, grammar } = sentence;
  const at = candidate.from - 1;
  const before = tokens[at];
  const isRead = isClaimed(claimed, at) || chosen.some(({ from, to }) => at >= from && at < to);
  if (before === undefined || isRead) return true;
  if (!grammar.language.timeBeforeNoun) return !grammar.connectors.has(before.folded);
  return !isApostrophe(before) && (before.type !== 'word' || grammar.functionWords.has(before.folded));
};

const countsNothingBefore: Check = (candidate, { sentence }) => {
  const { functionWords, articles, quantities, amountWords, numberedNouns, callVerbs, months, weekdays } =
    sentence.grammar;
  const before = sentence.tokens[candidate.from - 1];
  const isSign = before?.type === 'sign' && !OPENERS.includes(before.text) && before.folded !== '';
  const shows = [functionWords, articles, quantities, amountWords, numberedNouns, callVerbs];
  const word = wordBefore(candidate, sentence);
  const isOfDate = [months, weekdays].some((names) => names.words.has(word));
  // "Half 4" and "quarter past 4" are times by themselves.
  const isOfClock = [1, 2, 3].some((size) =>
    readPart(sentence, 'clock', candidate.from - size).some(({ end }) => end === candidate.from + 1),
  );
  return (
    before?.type !== 'number' && !isSign && !isOfDate && !isOfClock && !shows.some((words) => words.has(word))
  );
};

const CHECKS: Readonly<Record<Condition, Check>> = {
  atPhraseEnd,
  atPhraseStart,
  noUnitAfter,
  expected,
  unnamed: (candidate, surroundings) =>
    !surroundings.sentence.grammar.articles.has(wordBefore(candidate, surroundings.sentence)) ||
    atPhraseEnd(candidate, surroundings),
  notPhoneNumber: (candidate, { sentence }) =>
    !sentence.grammar.callVerbs.has(wordBefore(candidate, sentence)),
  notAmount: ({ from }, { sentence }) =>
    !sentence.tokens.slice(0, from).some(({ folded }) => sentence.grammar.amountWords.has(folded)),
  besideRotation: (_, { chosen }) => chosen.some(({ claim }) => claim.field === 'rotation'),
  notPhrasalVerb: (candidate, { sentence }) =>
    !sentence.grammar.particleVerbs.has(wordBefore(candidate, sentence)),
  noArticleBefore: (candidate, { sentence }) =>
    !sentence.grammar.articles.has(wordBefore(candidate, sentence)),
  besideDate,
  besideDateOrPart: besideOneOf(DATE_FIELDS_AND_PART, ['before', 'after']),
  last: () => true,
  afterDateOrPart: besideOneOf(DATE_FIELDS_AND_PART, ['before']),
  beforePart,
  fitsPart,
  noPartAfter: ({ to }, { sentence }) =>
    longestWords(sentence.grammar.dayParts, sentence.tokens, to) === null,
  countsNothingBefore,
  noAmountBefore: (candidate, { sentence }) => {
    const before = wordBefore(candidate, sentence);
    return !sentence.grammar.quantities.has(before) && !sentence.grammar.amountWords.has(before);
  },
  noPluralBefore: ({ from }, { sentence }) => !isPlural(sentence, from - 1),
  besideTime,
  besideMember,
  noMemberAfter: ({ to }, { sentence }) => readMember(sentence, to) === null,
  noOrdinalBefore: ({ from }, { sentence }) => readOrdinal(sentence, from - 1)?.end !== from,
  noTimeAfter: ({ to }, { times }) => !times.has(to),
  timeAfter: ({ to }, { times }) => times.has(to),
  noWeekdayBefore: ({ from }, { sentence }) =>
    [1, 2].every((size) => readWeekdayName(sentence, from - size)?.end !== from),
  afterDay: besideOneOf(new Set<Claim['field']>(['date']), ['before']),
  notBesideDate: (candidate, surroundings) => !besideDate(candidate, surroundings),
  afterDate,
  notOfNoun,
  withDate: (_, { chosen }) => chosen.some(({ claim }) => DATE_FIELDS.has(claim.field)),
  countsNoNoun,
  mayBeHour,
  withWeeks: (_, { hasWeeks }) => hasWeeks,
  withoutWeeks: (_, { hasWeeks }) => !hasWeeks,
  repeats: (_, { hasSeries }) => hasSeries,
};

function isClaimed(claimed: readonly Candidate[], at: number): boolean {
  return claimed.some(({ from, to }) => at >= from && at < to);
}

const overlaps = (one: Candidate, other: Candidate) => one.from < other.to && other.from < one.to;

/**
 * Returns candidates that do not overlap and whose conditions are met. Candidates are tried in this order: lower
 * rank, then longer, then lower `order`, then earlier in the sentence. Candidates with one of the LATE_CONDITIONS are
 * tried after all others.
 */
export function chooseCandidates(
  sentence: Sentence,
  candidates: readonly Candidate[],
  claimed: readonly Candidate[],
): readonly Candidate[] {
  const ordered = withoutPartsOfDates(candidates).sort(
    (a, b) => a.rank - b.rank || b.to - b.from - (a.to - a.from) || a.order - b.order || a.from - b.from,
  );
  const others = candidates.filter(isPhrase);
  const starts = new Set(others.map(({ from }) => from));
  const ends = new Set(others.map(({ to }) => to));
  const times = new Set(others.filter(({ claim }) => TIME_FIELDS.has(claim.field)).map(({ from }) => from));
  const chosen: Candidate[] = [];
  const surroundings: Surroundings = {
    sentence,
    starts,
    ends,
    times,
    hasWeeks: candidates.some(isByWeeks),
    hasSeries: candidates.some((one) => namesNoDays(one) || BOUND_FIELDS.has(one.claim.field)),
    claimed,
    chosen,
  };
  const take = (candidate: Candidate) => {
    if (!chosen.some((other) => overlaps(candidate, other)) && conditionsHold(candidate, surroundings))
      chosen.push(candidate);
  };
  const [late, early] = [ordered.filter(isLate), ordered.filter((candidate) => !isLate(candidate))];
  early.forEach(take);
  // These candidates are tried twice. In "Friday 3/4 5:12", the date 3/4 depends on the time 5:12, and this
  // time depends on a date.
  late.forEach(take);
  late.forEach(take);
  return chosen.sort((a, b) => a.from - b.from);
}

/** Drops the repetitions that are only a part of a date: « le premier lundi du mois | prochain ». */
function withoutPartsOfDates(candidates: readonly Candidate[]): Candidate[] {
  const dates = candidates.filter(({ claim }) => claim.field !== 'rule' && DATE_FIELDS.has(claim.field));
  return candidates.filter(
    ({ claim, from, to }) =>
      claim.field !== 'rule' || !dates.some((date) => date.from <= from && date.to > to),
  );
}

/** Returns true for "every week" and "every 2 weeks". */
const isByWeeks = (one: Candidate) =>
  one.claim.field === 'rule' && one.claim.draft.rule.frequency === 'weekly' && namesNoDays(one);

const namesNoDays = ({ claim }: Candidate) => claim.field === 'rule' && claim.draft.rule.byDay === undefined;

const isLate = ({ when }: Candidate) => when?.some((condition) => LATE_CONDITIONS.has(condition)) ?? false;

/**
 * Returns true if the candidate counts as a phrase: another phrase can end before it and begin after it. Numbers that
 * are only perhaps a date or a time do not count.
 */
const isPhrase = ({ claim, when }: Candidate) =>
  (claim.field !== 'guard' || claim.guard === 'reminder') &&
  when?.some((condition) => condition === 'expected' || condition === 'fitsPart') !== true;
