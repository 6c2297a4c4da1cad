import type { PlacedLine } from '../shared/list-mark.js';
import { normalize } from '../shared/normal-form.js';
import { isSupported } from './languages/index.js';
import { readWholeQuotation, splitLines, type TextRange, unmarked } from './lines.js';
import { readMarkers } from './markers/index.js';
import { assignPeople } from './people.js';
import { findPhrases } from './phrases/index.js';
import { planDates } from './plan.js';
import type { Candidate, Hint } from './readings.js';
import { chooseCandidates } from './refiners/choose.js';
import { refineCandidates, withDangling } from './refiners/refine.js';
import type { QuickAddContext, QuickAddResult, QuickAddSpan, QuickAddWarning } from './result.js';
import { hideTokens, prepareSentence, type Sentence } from './sentence.js';
import { describeSpans } from './spans.js';
import { buildTask, cutTitle } from './task.js';
import type { Token } from './tokens.js';

/**
 * Reads one sentence, with its checklist, as one task. Returns its dates, people and other fields, the characters
 * from which they were read, and the remaining text as the title. Text that is not understood with confidence stays
 * in the title. Returns `severalSentences` if the text has further lines that are no checklist. The list mark of a
 * single line is removed, and its ticked box means that the task is done.
 *
 * The function never throws and does not read the clock. Preview and creation call it with the same input and get the
 * same result.
 */
export function parse(text: string, context: QuickAddContext): QuickAddResult {
  return readText(text, context).result;
}

/** The result of reading a text, and the words of its first line that the language recognises. */
type ReadText = Recognised & { readonly result: QuickAddResult };

type Recognised = {
  readonly tokens: readonly Token[];
  /**
   * The indexes of the tokens that are a part of a date, a time, a repetition or another field. Words that the language
   * recognises are included if they were left in the title or withdrawn.
   */
  readonly recognised: ReadonlySet<number>;
  /**
   * The recognised tokens that are a part of a phrase about dates and times, or of a marker. The others are names, or
   * words such as "four", "hour" and « pair ».
   */
  readonly inPhrases: ReadonlySet<number>;
};

const NOTHING: Recognised = { tokens: [], recognised: new Set(), inPhrases: new Set() };

/** Reads a text like {@link parse}. Returns what it recognised too, from which its language can be chosen. */
export function readText(text: string, context: QuickAddContext): ReadText {
  const { sentence, items, others } = splitLines(text);
  if (others.length > 0) {
    const lines = [sentence, ...others].map(({ start, end }) => ({ start, end }));
    return { ...NOTHING, result: { kind: 'severalSentences', lines } };
  }
  const { textStart, end, done } = isIgnored(markOf(sentence), context) ? unmarked(sentence) : sentence;
  const line = { start: textStart, end };
  const kept = items.filter((item) => !isIgnored(item, context));
  const ignored = items.filter((item) => isIgnored(item, context));
  const checklist = kept.map((item) => makeSpan(text, item, 'checklist', titleOf(item)));
  const literal = isIgnored(line, context) ? null : readWholeQuotation(text.slice(line.start, line.end));
  const read = literal === null ? readLine(text, line, context) : quotation(text, line, literal, context);
  const leftovers = ignored.map(({ start, end }) => normalize(text.slice(start, end)));
  const result: QuickAddResult = {
    kind: 'task',
    task: {
      ...read.task,
      title: [read.task.title, ...leftovers].filter((part) => part !== '').join(' '),
      checklist: kept.map((item) => ({ title: titleOf(item), done: item.done })),
      done,
    },
    spans: [...read.spans, ...checklist],
    warnings: [...warnAboutLanguage(line, context), ...read.warnings],
  };
  return { result, tokens: read.tokens, recognised: read.recognised, inPhrases: read.inPhrases };
}

function warnAboutLanguage(line: TextRange, { locale }: QuickAddContext): readonly QuickAddWarning[] {
  if (isSupported(locale)) return [];
  const message = 'Quick add does not know this language. It reads only markers and ISO dates';
  return [{ code: 'LANGUAGE_NOT_SUPPORTED', message, ...line }];
}

type Read = Omit<Extract<QuickAddResult, { kind: 'task' }>, 'kind'> & Recognised;

function readLine(text: string, line: TextRange, context: QuickAddContext): Read {
  const written = prepareSentence(text, line.start, line.end, context);
  const { sentence, claimed, warnings } = readMarkers(hideIgnored(written));
  const { phrases, hints } = findPhrases(sentence);
  const chosen = chooseCandidates(sentence, phrases, claimed);
  const settled = refineCandidates([...claimed, ...chosen], hints, sentence);
  const plan = planDates(settled, sentence);
  const people = assignPeople(plan, sentence);
  const candidates = withDangling(inOrder(people.candidates), sentence);
  const task = buildTask(candidates, plan, people, sentence);
  const spans = describeSpans(candidates, task, sentence);
  return {
    task: { ...task, title: cutTitle(text, line, spans) },
    spans,
    warnings: [...warnings, ...people.warnings].sort((a, b) => a.start - b.start),
    tokens: sentence.tokens,
    recognised: findRecognised([
      ...claimed,
      ...chosen,
      // A single letter may be a word of any language, as the English number "a" and the French "à". "Sam" is more often
      // a name than a French Saturday.
      ...hints.filter(
        ({ claim, from, to }) =>
          (to > from + 1 || sentence.tokens[from]?.text.length !== 1) &&
          !(claim.field === 'hint' && claim.hint === 'weakDate'),
      ),
    ]),
    inPhrases: findInPhrases([...claimed, ...chosen], hints, sentence),
  };
}

/** Returns the indexes of the tokens that are a part of a reading or of an unread phrase, and not of a name. */
function findInPhrases(
  readings: readonly Candidate[],
  hints: readonly Candidate[],
  sentence: Sentence,
): ReadonlySet<number> {
  const alone = hints.filter((hint) => isPhraseAlone(hint, sentence));
  const inPhrases = new Set(findRecognised([...readings, ...alone, ...findAmountsOfTime(hints)]));
  for (const at of findRecognised(readings.filter(isName))) inPhrases.delete(at);
  return inPhrases;
}

/** Returns true for names such as "Movie night" and "Christmas", which people use in other languages too. */
const isName = ({ claim }: Candidate) =>
  claim.field === 'guard' && (claim.guard === 'name' || claim.guard === 'feast');

/**
 * Returns true for words that are left unread, but always say when something is: "tuesday", "on even days". Abbreviations
 * are not included, because many are words of another language, as « tue » and « mon ».
 */
function isPhraseAlone({ claim, from, to }: Candidate, { tokens }: Sentence): boolean {
  const isSure = claim.field === 'hint' && (claim.hint === 'date' || claim.hint === 'clause');
  return isSure && (to > from + 1 || (tokens[from]?.text.length ?? 0) > LONGEST_ABBREVIATION);
}
const LONGEST_ABBREVIATION = 4;

/** Returns amounts of time that are left unread: "third to last weeks". */
function findAmountsOfTime(hints: readonly Candidate[]): readonly Candidate[] {
  const isOf = (kind: Hint) => (one: Candidate) => one.claim.field === 'hint' && one.claim.hint === kind;
  const amounts = hints.filter(isOf('amount'));
  return hints
    .filter(isOf('time'))
    .flatMap((time) => amounts.filter(({ to }) => to === time.from).flatMap((amount) => [amount, time]));
}

function findRecognised(candidates: readonly Candidate[]): ReadonlySet<number> {
  const recognised = new Set<number>();
  for (const { from, to } of candidates) for (let at = from; at < to; at += 1) recognised.add(at);
  return recognised;
}

const inOrder = (candidates: readonly Candidate[]) => [...candidates].sort((a, b) => a.from - b.from);

/**
 * Returns a task for a sentence that is completely in quotation marks. Its title is the quoted text without
 * changes.
 */
function quotation(text: string, line: TextRange, literal: string, context: QuickAddContext): Read {
  const nothing = readLine('', { start: 0, end: 0 }, context);
  const title = normalize(literal.trim());
  return { ...nothing, task: { ...nothing.task, title }, spans: [makeSpan(text, line, 'literal', title)] };
}

function makeSpan(
  text: string,
  { start, end }: TextRange,
  kind: QuickAddSpan['kind'],
  value: unknown,
): QuickAddSpan {
  return { start, end, text: text.slice(start, end), kind, value };
}

const titleOf = ({ text }: PlacedLine): string => normalize(text.replaceAll(/\s+/gu, ' '));

const markOf = ({ start, textStart }: PlacedLine): TextRange => ({ start, end: textStart });

function isIgnored({ start, end }: TextRange, { ignore = [] }: QuickAddContext): boolean {
  return ignore.some(([from, to]) => from < end && to > start);
}

function hideIgnored(sentence: Sentence): Sentence {
  const ranges = sentence.tokens.flatMap((token, at) =>
    isIgnored(token, sentence.context) ? [{ from: at, to: at + 1 }] : [],
  );
  return hideTokens(sentence, ranges);
}
