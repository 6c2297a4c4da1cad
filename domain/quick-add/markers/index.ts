import type { MemberId } from '../../shared/ids.js';
import type { Candidate, Claim } from '../readings.js';
import { RANK } from '../phrases/phrase.js';
import type { QuickAddWarning } from '../result.js';
import { hideTokens, warnAt, type Sentence, endsAlone } from '../sentence.js';
import { readCategory } from './categories.js';
import { type Marker, type MarkerReader, readQuoted, hasSign, findRunEnd } from './marker.js';
import { normalize } from '../../shared/normal-form.js';
import { readPart, findMatches } from '../grammar/matcher.js';
import { longestWords, type Read } from '../grammar/trie.js';
import type { MarkerWord } from '../languages/language.js';
import { tokenise } from '../tokens.js';

const UNKNOWN = { code: 'UNKNOWN_MEMBER', message: 'No member of the household has this name' } as const;
const AMBIGUOUS = { code: 'AMBIGUOUS_MEMBER', message: 'Several members have this name' } as const;

/**
 * Reads `@name`, `@"two words"`, `@me` and `@together`. A name that is unknown, or that several members share, stays
 * in the title, and a warning is added.
 */
export const readMemberMarker: MarkerReader = (sentence, at) => {
  if (!hasSign(sentence, at, '@')) return null;
  const named = readName(sentence, at + 1) ?? readWord(sentence, at + 1);
  if (named !== null)
    return named.value === null
      ? { end: named.end, warning: AMBIGUOUS }
      : { end: named.end, claim: named.value };
  if (isTime(sentence, at + 1)) return null;
  return { end: readQuoted(sentence, at + 1)?.end ?? findRunEnd(sentence, at), warning: UNKNOWN };
};

/** The result of reading a name. The value is null if several members share the name. */
type Named = Read<Claim | null>;

const claimMember = (ids: readonly MemberId[], end: number): Named => ({
  end,
  value: ids.length === 1 ? { field: 'member', ids } : null,
});

function readName(sentence: Sentence, at: number): Named | null {
  const quoted = readQuoted(sentence, at);
  if (quoted !== null) {
    const tokens = tokenise(quoted.text, sentence.grammar.elisions);
    const read = sentence.members().at(tokens, 0);
    return read?.end === tokens.length ? claimMember(read.value, quoted.end) : null;
  }
  const read = sentence.members().at(sentence.tokens, at);
  return read !== null && endsAlone(sentence, read.end) ? claimMember(read.value, read.end) : null;
}

function readWord(sentence: Sentence, at: number): Named | null {
  const { grammar, tokens, context } = sentence;
  const read = longestWords(grammar.markers, tokens, at);
  if (read === null || !endsAlone(sentence, read.end)) return null;
  if (read.value === 'me') return claimMember([context.me], read.end);
  return read.value === 'together' ? { end: read.end, value: { field: 'together' } } : null;
}

/**
 * Returns true if the text after `@` is a time or begins with a number, as in "@7pm" and "@noon". It then means "at
 * 7pm" or "at noon" and names no member.
 */
function isTime(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.type === 'number' || findMatches(sentence, 'clock', at).length > 0;
}

/** p1 is the highest priority, as in most task apps. */
const BY_NUMBER = new Map<string, 'urgent' | 'high' | 'normal' | 'low'>([
  ['p1', 'urgent'],
  ['p2', 'high'],
  ['p3', 'normal'],
  ['p4', 'low'],
]);

/**
 * Reads `!urgent`, `!high`, `!normal`, `!low` and `!private` in the words of the language, and `p1` to `p4`. Without
 * `!`, the words belong to the title.
 */
export const readPriority: MarkerReader = (sentence, at) => {
  const token = sentence.tokens[at];
  const word = BY_NUMBER.get(token?.folded ?? '');
  if (word !== undefined && token?.glued === false && endsAlone(sentence, at + 1))
    return { end: at + 1, claim: { field: 'priority', word } };
  if (!hasSign(sentence, at, '!')) return null;
  const read = longestWords(sentence.grammar.markers, sentence.tokens, at + 1);
  const claim = read === null ? null : claimMarkerWord(read.value);
  return read && claim && endsAlone(sentence, read.end) ? { end: read.end, claim } : null;
};

function claimMarkerWord(word: MarkerWord): Claim | null {
  if (word === 'private') return { field: 'visibility' };
  return word === 'me' || word === 'together' ? null : { field: 'priority', word };
}

/** Reads an estimated duration: `~30m`, `~1h30`, `~45 min`. */
export const readEstimate: MarkerReader = (sentence, at) => {
  if (!hasSign(sentence, at, '~')) return null;
  const [longest] = readPart(sentence, 'duration', at + 1)
    .filter(({ end }) => endsAlone(sentence, end))
    .sort((a, b) => b.end - a.end);
  return longest ? { end: longest.end, claim: { field: 'duration', minutes: longest.value } } : null;
};

/**
 * Reads quoted text, which belongs to the title and is not read further. The quotation marks are kept, so
 * that the title is read in the same way if it is parsed again.
 */
export const readLiteral: MarkerReader = (sentence, at) => {
  const { tokens } = sentence;
  const before = tokens[at - 1]?.folded;
  const quoted = readQuoted(sentence, at);
  const isName = tokens[at]?.glued === true && (before === '@' || before === '#');
  if (isName) return quoted && { end: quoted.end, leave: true };
  const end = quoted?.end ?? findClosingApostrophe(tokens, at);
  return end === null ? null : { end };
};

/**
 * Finds the closing single quotation mark. It looks like an apostrophe, so both marks must directly touch the
 * quoted words and no other word.
 */
function findClosingApostrophe(tokens: Sentence['tokens'], at: number): number | null {
  const mark = tokens[at];
  const opens = mark?.folded === "'" && !mark.glued && tokens[at + 1]?.glued === true;
  if (!opens) return null;
  for (let end = at + 1; end < tokens.length; end += 1)
    if (tokens[end]?.folded === "'" && tokens[end]?.glued === true && tokens[end + 1]?.glued !== true)
      return end + 1;
  return null;
}

/**
 * Reads `// the rest of the line` as notes. There must be white space before the slashes, so a web address is
 * not read as notes.
 */
export const readNotes: MarkerReader = ({ tokens, text }, at) => {
  const [first, second, last] = [tokens[at], tokens[at + 1], tokens.at(-1)];
  const begins = first?.folded === '/' && !first.glued && second?.folded === '/' && second.glued;
  if (!begins || last === undefined) return null;
  const notes = normalize(text.slice(second.end, last.end).trim());
  return { end: tokens.length, claim: { field: 'notes', text: notes } };
};

/**
 * The readers of markers, in order. Text that one reader has read is hidden from later readers, so that
 * "#today" and "@may" are not read as dates.
 */
const READERS: readonly MarkerReader[] = [
  readLiteral,
  readNotes,
  readMemberMarker,
  readCategory,
  readPriority,
  readEstimate,
];

/** The markers that were found, and the sentence without them, which is read next. */
export type MarkerReading = {
  readonly sentence: Sentence;
  readonly claimed: readonly Candidate[];
  readonly warnings: readonly QuickAddWarning[];
};

export function readMarkers(whole: Sentence): MarkerReading {
  const marked = READERS.reduce<MarkerReading>(readWith, { sentence: whole, claimed: [], warnings: [] });
  const memberMarkers = new Map<number, { readonly end: number; readonly value: readonly MemberId[] }>();
  for (const { claim, from, to } of marked.claimed)
    if (claim.field === 'member') memberMarkers.set(from, { end: to, value: claim.ids });
  return { ...marked, sentence: { ...marked.sentence, memberMarkers } };
}

type Found = { readonly from: number; readonly to: number; readonly marker: Marker };

function readWith({ sentence, claimed, warnings }: MarkerReading, read: MarkerReader): MarkerReading {
  const found: Found[] = [];
  for (let at = 0; at < sentence.tokens.length;) {
    const marker = read(sentence, at);
    const to = marker?.end ?? at + 1;
    if (marker !== null && !('leave' in marker)) found.push({ from: at, to, marker });
    at = to;
  }
  return {
    sentence: hideTokens(sentence, found),
    claimed: [
      ...claimed,
      ...found.flatMap(({ from, to, marker }) =>
        'claim' in marker ? [{ claim: marker.claim, from, to, rank: RANK.name, order: 0 }] : [],
      ),
    ],
    warnings: [
      ...warnings,
      ...found.flatMap(({ from, to, marker }) =>
        'warning' in marker ? [warnAt(sentence, { from, to }, marker.warning)] : [],
      ),
    ],
  };
}
