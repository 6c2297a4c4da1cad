import type { CivilDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { minutesOf, timeOfMinutes, type CivilTime } from '../shared/civil-time.js';
import { civilMomentAt, type CivilMoment, type Instant, type TimeZone } from '../shared/zone.js';
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
  /** The household's names, made ready when the first of them is asked for. */
  readonly members: () => MemberNames;
  /** The tokens at which `@name` markers stand, and whom they name. */
  readonly memberMarkers: Map<number, Read<readonly MemberId[]>>;
  /** The household's date and wall-clock time. */
  readonly today: CivilDate;
  readonly time: CivilTime;
  readonly monthFirst: boolean;
  /** What a slot found at a token, so that no slot is read twice at one place. */
  readonly memo: (Map<string, readonly Read<unknown>[]> | undefined)[];
};

export function sentenceOf(text: string, from: number, to: number, context: QuickAddContext): Sentence {
  const grammar = grammarOf(languageOf(context.locale));
  const tokens = tokenise(text, grammar.elisions, from, to);
  const { date, time } = momentAt(context.timeZone, context.now);
  return {
    text,
    tokens,
    grammar,
    context,
    members: lazily(() => new MemberNames(context.members, grammar.elisions)),
    today: date,
    time,
    monthFirst: isMonthFirst(grammar.language, context.locale),
    memberMarkers: new Map(),
    memo: [],
  };
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY_MINUTES = 1440;
let latest: { readonly zone: TimeZone; readonly begin: Instant; readonly moment: CivilMoment } | undefined;

/**
 * The time zone database is slow to ask and a preview asks at every key, but clocks change on quarter hours
 * only: one answer holds until the next.
 */
function momentAt(zone: TimeZone, instant: Instant): CivilMoment {
  const begin = Math.floor(instant / QUARTER) * QUARTER;
  if (latest?.zone !== zone || latest.begin !== begin)
    latest = { zone, begin, moment: civilMomentAt(zone, begin) };
  const { date, time } = latest.moment;
  const minute = minutesOf(time) + Math.floor((instant - begin) / MINUTE);
  // Offsets of before 1972 have odd minutes and seconds.
  return minute < DAY_MINUTES && instant > 0
    ? { date, time: timeOfMinutes(minute) }
    : civilMomentAt(zone, instant);
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Nothing is read any more in tokens `from` up to `to`. */
export function block(sentence: Sentence, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const token = sentence.tokens[at];
    if (token === undefined) continue;
    token.folded = '';
    token.integer = null;
  }
}
