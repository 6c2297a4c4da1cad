import { normalize } from '../../shared/normal-form.js';
import { isVisibleName } from '../../shared/visible-name.js';
import { afterWords, buildTrie, longestWords, type Read } from '../grammar/trie.js';
import type { QuickAddContext } from '../result.js';
import { endsAlone, type Sentence } from '../sentence.js';
import { foldWords } from '../tokens.js';
import { findRunEnd, hasSign, readQuoted, type MarkerReader } from './marker.js';

const MAX_NAME_LENGTH = 80;
/** Characters that a category name may contain without quotation marks. */
const JOINTS = ['-', '_', '&', '/'];

/**
 * Reads `#category` or `#"two words"`. The category does not have to exist. The name of an existing one may contain spaces
 * without quotation marks.
 */
export const readCategory: MarkerReader = (sentence, at) => {
  const name = hasSign(sentence, at, '#') ? readName(sentence, at + 1) : null;
  return name && { end: name.end, claim: { field: 'category', name: name.value } };
};

function readName(sentence: Sentence, at: number): Read<string> | null {
  const quoted = readQuoted(sentence, at);
  if (quoted !== null) return checkName(quoted.text, quoted.end);
  return readKnownName(sentence, at) ?? readNewName(sentence, at);
}

function checkName(text: string, end: number): Read<string> | null {
  // The normalised text may be longer than the original, so its length is checked afterwards.
  const value = normalize(text);
  const mayBe = Array.from(value).length <= MAX_NAME_LENGTH && isVisibleName(value) && !/\p{Cc}/u.test(value);
  return mayBe ? { end, value } : null;
}

const foldName = (name: string, { grammar }: Sentence): string[] =>
  foldWords(normalize(name), grammar.elisions);

/** Reads the longest name of an existing category, which may contain spaces. */
function readKnownName(sentence: Sentence, at: number): Read<string> | null {
  const names = buildTrie({
    alternatives: sentence.context.categories.map(({ name }) =>
      afterWords(foldName(name, sentence), { value: name }),
    ),
  });
  const read = longestWords(names, sentence.tokens, at);
  return read !== null && endsAlone(sentence, read.end) ? read : null;
}

/** Reads the name of a new category. "#5" is a number and not a category. */
function readNewName(sentence: Sentence, at: number): Read<string> | null {
  const { tokens, text } = sentence;
  const first = tokens[at];
  if (first?.type !== 'word' || first.folded === '') return null;
  const run = findRunEnd(sentence, at);
  let end = at;
  while (end < run && isNamePart(sentence, end)) end += 1;
  while (end > at + 1 && tokens[end - 1]?.type === 'sign') end -= 1;
  return checkName(text.slice(first.start, tokens[end - 1]?.end), end);
}

function isNamePart({ tokens }: Sentence, at: number): boolean {
  const token = tokens[at];
  return (
    token !== undefined && token.folded !== '' && (token.type !== 'sign' || JOINTS.includes(token.folded))
  );
}

/** Returns the household's category with that name, ignoring case and accents. */
export function findCategory(
  name: string,
  sentence: Sentence,
): QuickAddContext['categories'][number] | undefined {
  const folded = (text: string) => foldName(text, sentence).join(' ');
  return sentence.context.categories.find((category) => folded(category.name) === folded(name));
}
