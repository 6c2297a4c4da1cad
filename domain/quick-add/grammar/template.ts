import { tokenise } from '../tokens.js';
import type { Trie, TrieBuilder } from './trie.js';

/**
 * Returns the trie of all phrases that a template describes. For example, `[a] (b|c) {n}` describes four: `a` is optional,
 * `b` and `c` are alternatives, and `{n}` is a slot.
 */
export function compileTemplate<V>(
  template: string,
  value: V,
  elisions: ReadonlySet<string>,
  tries: TrieBuilder<V>,
): Trie<V> {
  const reader = { rest: template, elisions, tries };
  const build = readAlternatives(reader);
  if (reader.rest !== '') throw new SyntaxError(`Unbalanced template: ${template}`);
  return build(tries.end(value));
}

type Reader<V> = {
  rest: string;
  readonly elisions: ReadonlySet<string>;
  readonly tries: TrieBuilder<V>;
};

/** Returns the phrases of a part of the template, each followed by those of `next`. */
type Build<V> = (next: Trie<V>) => Trie<V>;

function readAlternatives<V>(reader: Reader<V>): Build<V> {
  const first = readSequence(reader);
  if (!reader.rest.startsWith('|')) return first;
  reader.rest = reader.rest.slice(1);
  const others = readAlternatives(reader);
  return (next) => reader.tries.union(first(next), others(next));
}

function readSequence<V>(reader: Reader<V>): Build<V> {
  const parts: Build<V>[] = [];
  for (let part = readPart(reader); part !== null; part = readPart(reader)) parts.unshift(part);
  return (next) => parts.reduce((after, part) => part(after), next);
}

function readPart<V>(reader: Reader<V>): Build<V> | null {
  const { elisions, tries } = reader;
  const first = reader.rest.charAt(0);
  if (first === '' || first === '|' || first === ')' || first === ']') return null;
  if (first === '(' || first === '[') {
    reader.rest = reader.rest.slice(1);
    const inner = readAlternatives(reader);
    if (!reader.rest.startsWith(first === '(' ? ')' : ']')) throw new SyntaxError('Unclosed group');
    reader.rest = reader.rest.slice(1);
    return first === '(' ? inner : (next) => tries.union(next, inner(next));
  }
  if (first === '{') {
    const close = reader.rest.indexOf('}');
    const slot = reader.rest.slice(1, close);
    reader.rest = reader.rest.slice(close + 1);
    return (next) => tries.slot(slot, next);
  }
  const text = reader.rest.slice(0, measureWords(reader.rest));
  reader.rest = reader.rest.slice(text.length);
  const words = tokenise(text, elisions).map(({ folded }) => folded);
  return (next) => words.reduceRight((after, word) => tries.word(word, after), next);
}

function measureWords(rest: string): number {
  let length = 0;
  while (length < rest.length && !'()[]{}|'.includes(rest.charAt(length))) length += 1;
  return length;
}
