import { longestWords, emptyTrie, insert, type Read } from '../grammar/trie.js';
import type { Candidate } from '../readings.js';
import { endsAlone } from '../refiners/whole-tokens.js';
import type { QuickAddWarning } from '../result.js';
import type { Sentence } from '../sentence.js';
import { tokenise } from '../tokens.js';
import { claim, endOfRun, quotedAt, signsOf, warningAt, type MarkerRecogniser } from './marker.js';

const LONGEST_NAME = 80;
/** A category name that is typed without quotation marks goes on over these. */
const JOINTS = ['-', '_', '&', '/'];

/** `#category`, `#"two words"`; an unknown one is proposed and made together with the task. */
export const categories: MarkerRecogniser = (sentence) => {
  const claimed: Candidate[] = [];
  const warnings: QuickAddWarning[] = [];
  for (const at of signsOf(sentence, '#')) {
    const name = nameAt(sentence, at + 1);
    if (name === null) continue;
    const known = knownNamed(sentence, name.value);
    if (!known)
      warnings.push(
        warningAt(sentence, at, name.end, 'NEW_CATEGORY', 'This category is new and will be created'),
      );
    claimed.push(claim(sentence, at, name.end, { field: 'category', name: name.value }));
  }
  return { claimed, warnings };
};

function nameAt(sentence: Sentence, at: number): Read<string> | null {
  const quoted = quotedAt(sentence, at);
  if (quoted !== null) return validName(quoted.text, quoted.end);
  return knownAt(sentence, at) ?? newAt(sentence, at);
}

const validName = (text: string, end: number): Read<string> | null =>
  text === '' || text.length > LONGEST_NAME ? null : { end, value: text.normalize('NFC') };

const wordsOf = (name: string, { grammar }: Sentence) =>
  tokenise(name.normalize('NFC'), grammar.elisions).map(({ folded }) => folded);

/** The longest known name, which may have white space in it. */
function knownAt(sentence: Sentence, at: number): Read<string> | null {
  const names = emptyTrie<string>();
  for (const { name } of sentence.context.categories)
    insert(
      names,
      wordsOf(name, sentence).map((word) => ({ word })),
      name,
    );
  const read = longestWords(names, sentence.tokens, at);
  return read !== null && endsAlone(sentence, read.end) ? read : null;
}

/** "#5" is a number of something, no category. */
function newAt(sentence: Sentence, at: number): Read<string> | null {
  const { tokens, text } = sentence;
  const first = tokens[at];
  if (first?.type !== 'word' || first.folded === '') return null;
  const run = endOfRun(sentence, at);
  let end = at;
  while (end < run && isNamePart(sentence, end)) end += 1;
  while (end > at + 1 && tokens[end - 1]?.type === 'sign') end -= 1;
  return validName(text.slice(first.start, tokens[end - 1]?.end), end);
}

function isNamePart({ tokens }: Sentence, at: number): boolean {
  const token = tokens[at];
  return (
    token !== undefined && token.folded !== '' && (token.type !== 'sign' || JOINTS.includes(token.folded))
  );
}

function knownNamed(sentence: Sentence, name: string): boolean {
  const folded = wordsOf(name, sentence).join(' ');
  return sentence.context.categories.some(
    (category) => wordsOf(category.name, sentence).join(' ') === folded,
  );
}
