import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { CivilTime } from '../shared/civil-time.js';
import { civilMomentAt } from '../shared/zone.js';
import { MemberNames } from './member-names.js';
import { grammarOf, type Grammar } from './grammar/grammar.js';
import type { Read } from './grammar/trie.js';
import { isMonthFirst, languageOf } from './languages/index.js';
import type { QuickAddContext } from './result.js';
import { tokenise, type Token } from './tokens.js';

/** The line under the eyes of the recognisers: its tokens, and what they are read against. */
export type Sentence = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly grammar: Grammar;
  readonly context: QuickAddContext;
  readonly members: MemberNames;
  /** The tokens at which `@name` markers stand, and whom they name. */
  readonly memberMarkers: Map<number, Read<readonly MemberId[]>>;
  /** The household's date and wall-clock time. */
  readonly today: CivilDate;
  readonly time: CivilTime;
  readonly monthFirst: boolean;
  /** What a slot found at a token, so that no slot is read twice at one place. */
  readonly memo: Map<string, readonly Read<unknown>[]>[];
};

export function sentenceOf(text: string, from: number, to: number, context: QuickAddContext): Sentence {
  const grammar = grammarOf(languageOf(context.locale));
  const tokens = tokenise(text, grammar.elisions, from, to);
  const { date, time } = civilMomentAt(context.timeZone, context.now);
  return {
    text,
    tokens,
    grammar,
    context,
    members: new MemberNames(context.members, grammar.elisions),
    today: date,
    time,
    monthFirst: isMonthFirst(grammar.language, context.locale),
    memberMarkers: new Map(),
    memo: tokens.map(() => new Map<string, readonly Read<unknown>[]>()),
  };
}

/** Nothing is read any more in tokens `from` up to `to`. */
export function block(sentence: Sentence, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const token = sentence.tokens[at];
    if (token !== undefined) token.folded = '';
  }
}
