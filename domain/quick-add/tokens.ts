import { fold } from '../shared/normal-form.js';

/** A word, number or sign of the sentence, with its UTF-16 offsets into the original text. */
export type Token = {
  readonly text: string;
  /**
   * The text without case and accents. It is empty if the token must not be read, for example in an address, a marker
   * or a quotation.
   */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
  /** True if there is no white space between this token and the token before it. */
  readonly glued: boolean;
  readonly type: 'word' | 'number' | 'sign';
  /**
   * The value of a number with at most four digits. null for all other tokens, and if the token must not be
   * read.
   */
  readonly integer: number | null;
};

const LETTER = /[\p{L}\p{M}]/u;
const SPACE = /\s/u;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isAsciiLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return isAsciiLetter(code);
  return code >= 0xaa && LETTER.test(text.charAt(at));
}

export function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && SPACE.test(text.charAt(at)));
}

const isApostrophe = (char: string) => char === "'" || char === '’';
/** Characters that join digits into one date, time or version number. */
const SEPARATORS = ':/.';
const DASHES = new Map([
  ['–', '-'],
  ['—', '-'],
  ['‑', '-'],
  ['’', "'"],
]);

/** Returns the words of the text in the form in which words are compared. */
export const foldWords = (text: string, elisions: ReadonlySet<string>): string[] =>
  tokenise(text, elisions).map(({ folded }) => folded);

/**
 * Splits `text[from, to)` into tokens at white space, punctuation and the elisions of the language ("d'ici"
 * gives two words, "aujourd'hui" one). Each character is examined a limited number of times.
 */
export function tokenise(text: string, elisions: ReadonlySet<string>, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  let at = from;
  let chunkEnd = from;
  let opaque = false;
  while (at < to) {
    if (isSpaceAt(text, at)) {
      at += 1;
      continue;
    }
    if (at >= chunkEnd) {
      chunkEnd = findChunkEnd(text, at, to);
      opaque = isAddress(text.slice(at, chunkEnd));
    }
    const before = tokens.at(-1);
    const isAfterDate = before?.end === at && before.end - before.start === ISO_LENGTH;
    const isoTimeEnd = isAfterDate ? findIsoTimeEnd(text, at, to) : null;
    const { end, type } = opaque
      ? { end: chunkEnd, type: 'word' as const }
      : isoTimeEnd !== null
        ? { end: isoTimeEnd, type: 'number' as const }
        : scan(text, at, to, elisions);
    const raw = text.slice(at, end);
    // The "T" of a date-time separates its date from its time as white space does.
    const glued = before?.end === at && isoTimeEnd === null;
    const integer = type === 'number' ? parseInteger(raw) : null;
    tokens.push({ text: raw, folded: opaque ? '' : foldToken(raw), start: at, end, glued, type, integer });
    at = end;
  }
  return tokens;
}

function parseInteger(text: string): number | null {
  if (text.length > 4) return null;
  for (let at = 0; at < text.length; at += 1) if (!isDigit(text.charCodeAt(at))) return null;
  return Number(text);
}

function findChunkEnd(text: string, from: number, to: number): number {
  let end = from;
  while (end < to && !isSpaceAt(text, end)) end += 1;
  return end;
}

/** Returns true for web and e-mail addresses, because dates in them must not be read. */
function isAddress(chunk: string): boolean {
  const sign = chunk.indexOf('@');
  if (sign > 0 && isLetterAt(chunk, sign - 1) && isLetterAt(chunk, sign + 1)) return true;
  return chunk.includes('://') || chunk.startsWith('www.');
}

type Scanned = { readonly end: number; readonly type: Token['type'] };

function scan(text: string, at: number, to: number, elisions: ReadonlySet<string>): Scanned {
  if (isDigit(text.charCodeAt(at))) return { end: findNumberEnd(text, at, to), type: 'number' };
  if (isLetterAt(text, at)) return { end: findWordEnd(text, at, to, elisions), type: 'word' };
  const size = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return { end: Math.min(at + size, to), type: 'sign' };
}

function findNumberEnd(text: string, from: number, to: number): number {
  const iso = findIsoDateEnd(text, from, to);
  if (iso !== null) return iso;
  let end = from;
  while (end < to && isDigit(text.charCodeAt(end))) end += 1;
  while (end + 1 < to && SEPARATORS.includes(text.charAt(end)) && isDigit(text.charCodeAt(end + 1))) {
    end += 1;
    while (end < to && isDigit(text.charCodeAt(end))) end += 1;
  }
  while (end < to && (isDigit(text.charCodeAt(end)) || isLetterAt(text, end))) end += 1;
  // In "5p.m." and "8ish", the number ends before the word.
  if (/[ap]\.m\b/i.test(text.slice(end - 1, end + 2))) return end - 1;
  return text.slice(end - 3, end).toLowerCase() === 'ish' ? end - 3 : end;
}

const ISO_LENGTH = 10;

function findIsoDateEnd(text: string, from: number, to: number): number | null {
  if (text[from + 4] !== '-' || text[from + 7] !== '-' || from + ISO_LENGTH > to) return null;
  for (const offset of [0, 1, 2, 3, 5, 6, 8, 9]) if (!isDigit(text.charCodeAt(from + offset))) return null;
  const end = from + ISO_LENGTH;
  if (findIsoTimeEnd(text, end, to) !== null) return end;
  return end < to && (isDigit(text.charCodeAt(end)) || isLetterAt(text, end)) ? null : end;
}

/** The time of an ISO 8601 date-time, with or without a time zone. It is a token of its own. */
const ISO_TIME = /T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?(?![\w:])/iy;

function findIsoTimeEnd(text: string, at: number, to: number): number | null {
  ISO_TIME.lastIndex = at;
  const end = ISO_TIME.test(text) ? ISO_TIME.lastIndex : null;
  return end !== null && end <= to ? end : null;
}

function findWordEnd(text: string, from: number, to: number, elisions: ReadonlySet<string>): number {
  let end = from;
  for (; end < to; end += 1) {
    if (isLetterAt(text, end) || isDigit(text.charCodeAt(end))) continue;
    if (!isApostrophe(text.charAt(end))) break;
    if (elisions.has(foldToken(text.slice(from, end)))) return end + 1;
    if (end + 1 >= to || !isLetterAt(text, end + 1)) break;
  }
  // "a.m." and "p.m." are the only words with dots that are read as one token.
  const dotted =
    end - from === 1 && 'apAP'.includes(text.charAt(from)) && /^\.m\.?/i.exec(text.slice(end, end + 3));
  return dotted && !isLetterAt(text, end + dotted[0].length) ? end + dotted[0].length : end;
}

export function foldToken(text: string): string {
  if (text.length === 1) return DASHES.get(text) ?? (text < '\x80' ? text.toLowerCase() : fold(text));
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) > 127) return fold(text).replaceAll('’', "'");
  return text.toLowerCase();
}
