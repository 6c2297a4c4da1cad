import type { Sentence } from '../sentence.js';
import { longestWords, type Read } from './trie.js';

type Reading = Read<number> | null;

export function readInteger({ tokens }: Sentence, at: number): Reading {
  const value = tokens[at]?.integer ?? null;
  return value === null ? null : { end: at + 1, value };
}

/** Reads a number from 1 to 999 in digits, or a number word. */
export function readSmallNumber(sentence: Sentence, at: number): Reading {
  const read = readInteger(sentence, at);
  if (read === null) return longestWords(sentence.grammar.numbers, sentence.tokens, at);
  return read.value >= 1 && read.value <= 999 ? read : null;
}

/** Like {@link readSmallNumber}, but also reads 1.5 or 1,5. */
export function readDecimal(sentence: Sentence, at: number): Reading {
  const token = sentence.tokens[at];
  if (token?.type === 'number' && /^\d{1,3}\.\d{1,2}$/.test(token.folded))
    return { end: at + 1, value: Number(token.folded) };
  const whole = readSmallNumber(sentence, at);
  const [comma, digits] = [sentence.tokens[at + 1], sentence.tokens[at + 2]];
  if (whole !== null && token?.type === 'number' && comma?.text === ',' && comma.glued)
    if (digits?.glued === true && digits.integer !== null)
      return { end: at + 3, value: Number(`${whole.value}.${digits.text}`) };
  return whole;
}

/** Reads digits with an ordinal suffix: 15th, 1er. */
export function readNth({ tokens, grammar }: Sentence, at: number): Reading {
  const token = tokens[at];
  const match =
    token?.type === 'number' && token.integer === null ? /^(\d{1,2})([a-z]+)$/.exec(token.folded) : null;
  if (match === null || !grammar.language.ordinalSuffixes.includes(match[2] ?? '')) return null;
  return { end: at + 1, value: Number(match[1]) };
}

/** Reads an ordinal in words or digits. "Last" gives -1, and "third last" gives -3. */
export function readOrdinal(sentence: Sentence, at: number): Reading {
  const first = readNth(sentence, at) ?? longestWords(sentence.grammar.ordinals, sentence.tokens, at);
  if (first === null || first.value < 2) return first;
  const last = longestWords(sentence.grammar.ordinals, sentence.tokens, first.end);
  return last?.value === -1 ? { end: last.end, value: -first.value } : first;
}

/**
 * Reads a day of a month, 1 to 31, with or without a suffix. "April 5 pm" contains no day, because 5 is an
 * hour. The same applies to "friday 12 noon", "friday 12 midnight" and "friday 8 or so".
 */
export function readDay(sentence: Sentence, at: number): Reading {
  const { grammar, tokens } = sentence;
  const read = readNth(sentence, at) ?? readInteger(sentence, at);
  if (read === null || read.value < 1 || read.value > 31) return null;
  const next = tokens[read.end]?.folded ?? '';
  const { clock, noon, midnight } = grammar.language;
  const isTwelve = clock === 12 && read.value === 12 && [...noon, ...midnight].includes(next);
  const isHour =
    isTwelve ||
    longestWords(grammar.meridiems, tokens, read.end) !== null ||
    longestWords(grammar.approximate, tokens, read.end) !== null;
  return isHour ? null : read;
}

export function readYear(sentence: Sentence, at: number): Reading {
  const read = readInteger(sentence, at);
  return read !== null && read.value >= 1900 && read.value <= 2199 ? read : null;
}

/** Reads "3x", which means three times. */
export function readMultiple({ tokens }: Sentence, at: number): Reading {
  const match = tokens[at]?.type === 'number' ? /^(\d{1,2})x$/.exec(tokens[at].folded) : null;
  return match === null ? null : { end: at + 1, value: Number(match[1]) };
}
