import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { MemberId } from '../shared/ids.js';
import { civilMomentAt } from '../shared/zone.js';
import type { Grammar } from './grammar/grammar.js';
import type { Read } from './grammar/trie.js';
import { findGrammar, isMonthFirst } from './languages/index.js';
import { MemberNames } from './member-names.js';
import type { QuickAddContext, QuickAddWarning } from './result.js';
import { tokenise, type Token } from './tokens.js';

/** A line to be read, as tokens, and the data that is needed to read it. */
export type Sentence = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly grammar: Grammar;
  readonly context: QuickAddContext;
  /** Returns the names of the household's members. They are prepared when they are first used. */
  readonly members: () => MemberNames;
  /** The members named by `@name` markers. The key is the index of the marker's token. */
  readonly memberMarkers: ReadonlyMap<number, Read<readonly MemberId[]>>;
  /** Today's date in the household's time zone. */
  readonly today: CivilDate;
  readonly time: CivilTime;
  readonly monthFirst: boolean;
  /** A cache of the slots that were read at each token, so that the matcher never reads a slot twice. */
  readonly slotReads: (Map<string, readonly Read<unknown>[]> | undefined)[];
};

/** Tokens `from` to `to` (exclusive). */
export type TokenRange = { readonly from: number; readonly to: number };

export function prepareSentence(text: string, from: number, to: number, context: QuickAddContext): Sentence {
  const grammar = findGrammar(context.locale);
  const { date, time } = civilMomentAt(context.timeZone, context.now);
  let members: MemberNames | undefined;
  return {
    text,
    tokens: tokenise(text, grammar.elisions, from, to),
    grammar,
    context,
    members: () => (members ??= new MemberNames(context.members, grammar.elisions)),
    memberMarkers: new Map(),
    today: date,
    time,
    monthFirst: [context.locale, context.accountLocale ?? context.locale].every((locale) =>
      isMonthFirst(findGrammar(locale).language, locale),
    ),
    slotReads: [],
  };
}

/** Returns the sentence with these tokens hidden, so that they are not read as anything. */
export function hideTokens(sentence: Sentence, ranges: readonly TokenRange[]): Sentence {
  if (ranges.length === 0) return sentence;
  const hidden = new Set<number>();
  for (const { from, to } of ranges) for (let at = from; at < to; at += 1) hidden.add(at);
  const tokens = sentence.tokens.map((token, at) =>
    hidden.has(at) ? { ...token, folded: '', integer: null } : token,
  );
  return { ...sentence, tokens, slotReads: [] };
}

/**
 * Characters that may be directly next to a phrase. Any other character there makes the phrase part of a
 * longer expression ("bi-weekly", "friday.com", "5%").
 */
const BEFORE = '([{«“"\',;:!?…';
const AFTER = ')]}»”"\',;:!?….';

/**
 * Returns true if the tokens `from` to `to` (exclusive) are not part of a longer expression. With `joint`, this
 * character may be directly next to them too.
 */
export function standsAlone(sentence: Sentence, from: number, to: number, joint = ''): boolean {
  const [first, before] = [sentence.tokens[from], sentence.tokens[from - 1]];
  if (first?.glued === true && before !== undefined && !(BEFORE + joint).includes(before.folded || 'x'))
    return false;
  return endsAlone(sentence, to, joint);
}

export function endsAlone({ tokens }: Sentence, to: number, joint = ''): boolean {
  const [last, after, next] = [tokens[to - 1], tokens[to], tokens[to + 1]];
  // After an elision such as "jusqu'", the next word is glued.
  if (after?.glued !== true || last?.folded.endsWith("'") === true) return true;
  if (!(AFTER + joint).includes(after.folded || 'x')) return false;
  return after.text !== '.' || next?.glued !== true || next.type === 'sign';
}

export function warnAt(
  { tokens }: Sentence,
  { from, to }: TokenRange,
  { code, message }: Pick<QuickAddWarning, 'code' | 'message'>,
): QuickAddWarning {
  return { code, message, start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}
