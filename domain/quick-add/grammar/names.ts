import type { Weekday } from '../../shared/civil-date.js';
import type { MemberId } from '../../shared/ids.js';
import type { Sentence } from '../sentence.js';
import type { Token } from '../tokens.js';
import type { Named } from './grammar.js';
import { longestWords, type Read } from './trie.js';

export function readWeekdayName(sentence: Sentence, at: number): Read<Named<Weekday>> | null {
  return withoutNames(sentence, at, longestWords(sentence.grammar.weekdays, sentence.tokens, at));
}

export function readMonthName(sentence: Sentence, at: number): Read<Named<number>> | null {
  return withoutNames(sentence, at, longestWords(sentence.grammar.months, sentence.tokens, at));
}

/**
 * Returns the reading of a day or month name, including the dot of an abbreviation such as "Jan. 27". Returns null if
 * it is a weak or short word that is part of a member's name: "Sam" is not Saturday (French "sam.") if a member is
 * called Sam.
 */
function withoutNames<V>(sentence: Sentence, at: number, read: Read<Named<V>> | null): Read<Named<V>> | null {
  if (read === null) return null;
  const { weak, short } = read.value;
  if ((weak || short) && sentence.members().has(sentence.tokens[at]?.folded ?? '')) return null;
  const dot = sentence.tokens[read.end];
  return short && dot?.text === '.' && dot.glued ? { end: read.end + 1, value: read.value } : read;
}

/**
 * Returns true if an abbreviation of a weekday is a noun or a name there: « la mer », « chez sam », "the sun". A capital
 * letter also shows it in a language that writes weekdays without one: « appeler Sam ».
 */
export function isNoun(sentence: Sentence, at: number): boolean {
  const { tokens, grammar } = sentence;
  if (grammar.nounMarkers.has(tokens[at - 1]?.folded ?? '')) return true;
  return grammar.language.capitalIsName && at > 0 && isTitleCase(sentence, at);
}

/** Returns true for the sign after the plural in "parents' evening". */
export const isApostrophe = (token: Token | undefined): boolean =>
  token?.type === 'sign' && "'’".includes(token.text);

/** Returns true if the token is a capitalised word that is not all in capitals. */
export function isTitleCase({ tokens }: Sentence, at: number): boolean {
  const text = tokens[at]?.text ?? '';
  const first = text.charAt(0);
  return first !== first.toLowerCase() && text !== text.toUpperCase();
}

/** Reads a member by name, with or without the `@` sign. Returns null if several members share the name. */
export function readMember(sentence: Sentence, at: number): Read<readonly MemberId[]> | null {
  const marker = sentence.memberMarkers.get(at);
  if (marker !== undefined) return marker;
  const read = sentence.members().at(sentence.tokens, at);
  return read?.value.length === 1 ? read : null;
}
