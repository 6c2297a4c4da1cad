import type { Weekday } from '../../shared/civil-date.js';
import { toWeekday } from '../../shared/civil-date.js';
import type { Candidate, RuleDraft } from '../readings.js';
import type { Sentence } from '../sentence.js';
import { ENDS, numberClauses } from './leftovers.js';
import { hasField, NOT_UNDERSTOOD, withdrawTiming, type Refiner } from './refiner.js';

/**
 * Combines parts of one rule that are in different places of the sentence: "on thursday, even weeks", "mondays
 * fortnightly", "le jeudi toutes les deux semaines", "every monday, morning and evening".
 *
 * Two rules that do not complete each other contradict each other. Then neither is read. The same applies if they are
 * about two things, as in "bins every sunday, recycling every two weeks".
 */
export const combineRules: Refiner = (settled, sentence) => {
  const rules = settled.candidates.filter(hasField('rule'));
  const [first] = rules;
  if (first?.claim.field !== 'rule') return settled;
  const days = settled.candidates.filter((candidate) => namedDay(candidate) !== null);
  const turns = settled.candidates.filter(isRotationOnDays);
  if (turns.length > 0)
    return withdrawTiming(
      settled,
      sentence,
      (one) => rules.includes(one) || turns.includes(one),
      NOT_UNDERSTOOD,
    );
  const all = [...rules, ...days, ...settled.candidates.filter(hasField('date'))];
  if (isAboutTwoThings(all, settled.candidates, sentence))
    return withdrawTiming(settled, sentence, (candidate) => all.includes(candidate), NOT_UNDERSTOOD);
  const weekly = rules.find((rule) => lacksDays(draftOf(rule)));
  const parts = weekly === undefined ? rules : [...rules, ...days];
  if (parts.length === 1) return settled;
  let draft = draftOf(weekly ?? first);
  const main = weekly ?? first;
  for (const part of parts) {
    if (part === main) continue;
    const next = complete(draft, part);
    if (next === null)
      return withdrawTiming(settled, sentence, (candidate) => parts.includes(candidate), NOT_UNDERSTOOD);
    draft = next;
  }
  return {
    ...settled,
    candidates: settled.candidates.map((candidate): Candidate => {
      if (candidate === main && draft !== null) return { ...candidate, claim: { field: 'rule', draft } };
      return parts.includes(candidate) ? { ...candidate, claim: { field: 'partOfRule' } } : candidate;
    }),
  };
};

/**
 * Returns true if the title has words between the parts and also before or after them ("bins | mondays | and recycling |
 * fortnightly"), or if a comma or the end of a clause between the parts separates words of the title. In "every two weeks
 * clean the bath on thursday", all parts are about the same thing.
 */
function isAboutTwoThings(
  parts: readonly Candidate[],
  candidates: readonly Candidate[],
  sentence: Sentence,
): boolean {
  if (parts.length < 2) return false;
  const { tokens, grammar } = sentence;
  const [first, last] = [Math.min(...parts.map(({ to }) => to)), Math.max(...parts.map(({ from }) => from))];
  const read = candidates.filter(({ claim }) => claim.field !== 'guard' || claim.guard === 'habit');
  const words = tokens.flatMap(({ type, folded }, at) =>
    type === 'word' &&
    !grammar.functionWords.has(folded) &&
    !read.some(({ from, to }) => at >= from && at < to)
      ? [at]
      : [],
  );
  const isBetween = (at: number) => at >= first && at < last;
  if (words.some(isBetween) && !words.every(isBetween)) return true;
  const clauses = numberClauses(sentence, candidates);
  const separates = (at: number) => tokens[at]?.text === ',' || clauses[at] === ENDS;
  return tokens.some(
    (_, at) =>
      isBetween(at) && separates(at) && words.some((word) => word < at) && words.some((word) => word > at),
  );
}

const draftOf = ({ claim }: Candidate): RuleDraft | null => (claim.field === 'rule' ? claim.draft : null);

/** Returns true for "alternate saturdays Ben and Alex", which already says on which days. */
const isRotationOnDays = ({ claim }: Candidate) =>
  claim.field === 'rotation' && claim.draft?.rule.byDay !== undefined;

/** Returns true for a rule such as "every 2 weeks" or "even weeks", which does not say on which days. */
const lacksDays = (draft: RuleDraft | null) =>
  draft?.rule.frequency === 'weekly' && draft.rule.byDay === undefined;

/** Returns the weekday that a candidate names without another date: "thursday", "le jeudi". */
function namedDay({ claim }: Candidate): Weekday | null {
  if (claim.field === 'guard') return claim.guard === 'habit' ? (claim.day ?? null) : null;
  return claim.field === 'date' && claim.date.rolls === true ? toWeekday(claim.date.date) : null;
}

/** Returns the rule with what the part adds. Returns null if they say the same thing twice. */
function complete(draft: RuleDraft | null, part: Candidate): RuleDraft | null {
  if (draft === null) return null;
  const day = namedDay(part);
  if (day !== null) return lacksDays(draft) ? withDays(draft, [{ day }]) : null;
  const other = draftOf(part);
  if (other === null) return null;
  if (other.namesOnlyTimes === true) return withTimes(draft, other);
  if (draft.namesOnlyTimes === true) return withTimes(other, draft);
  const { frequency, byDay, interval } = other.rule;
  const addsOnlyDays = frequency === 'weekly' && byDay !== undefined && interval === undefined;
  if (!lacksDays(draft) || !addsOnlyDays || other.parity !== undefined) return null;
  return withDays({ ...draft, ...(other.part !== undefined && { part: other.part }) }, byDay);
}

const withDays = (draft: RuleDraft, byDay: NonNullable<RuleDraft['rule']['byDay']>): RuleDraft => ({
  ...draft,
  rule: { ...draft.rule, byDay },
});

function withTimes(draft: RuleDraft, { rule: { times } }: RuleDraft): RuleDraft | null {
  if (times === undefined || draft.rule.times !== undefined) return null;
  return { ...draft, rule: { ...draft.rule, times } };
}
