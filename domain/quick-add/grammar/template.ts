import { foldWords } from '../tokens.js';
import { afterWords, type Phrases } from './trie.js';

/**
 * Returns all phrases that a template describes. For example, `[a] (b|c) {n}` describes four: `a` is optional,
 * `b` and `c` are alternatives, and `{n}` is a slot.
 */
export function readTemplate<V>(template: string, value: V, elisions: ReadonlySet<string>): Phrases<V> {
  const reader = { rest: template, elisions };
  const build = readAlternatives<V>(reader);
  if (reader.rest !== '') throw new SyntaxError(`Unbalanced template: ${template}`);
  return build({ value });
}

type Reader = { rest: string; readonly elisions: ReadonlySet<string> };

/** Returns the phrases of a part of the template, each followed by those of `next`. */
type Build<V> = (next: Phrases<V>) => Phrases<V>;

function readAlternatives<V>(reader: Reader): Build<V> {
  const first = readSequence<V>(reader);
  if (!reader.rest.startsWith('|')) return first;
  reader.rest = reader.rest.slice(1);
  const others = readAlternatives<V>(reader);
  return (next) => ({ alternatives: [first(next), others(next)] });
}

function readSequence<V>(reader: Reader): Build<V> {
  const parts: Build<V>[] = [];
  for (let part = readPart<V>(reader); part !== null; part = readPart<V>(reader)) parts.unshift(part);
  return (next) => parts.reduce((after, part) => part(after), next);
}

function readPart<V>(reader: Reader): Build<V> | null {
  const first = reader.rest.charAt(0);
  if (first === '' || first === '|' || first === ')' || first === ']') return null;
  if (first === '(' || first === '[') {
    reader.rest = reader.rest.slice(1);
    const inner = readAlternatives<V>(reader);
    if (!reader.rest.startsWith(first === '(' ? ')' : ']')) throw new SyntaxError('Unclosed group');
    reader.rest = reader.rest.slice(1);
    return first === '(' ? inner : (next) => ({ alternatives: [next, inner(next)] });
  }
  if (first === '{') {
    const close = reader.rest.indexOf('}');
    const slot = reader.rest.slice(1, close);
    reader.rest = reader.rest.slice(close + 1);
    return (next) => ({ slot, next });
  }
  const text = reader.rest.slice(0, measureWords(reader.rest));
  reader.rest = reader.rest.slice(text.length);
  const words = foldWords(text, reader.elisions);
  return (next) => afterWords(words, next);
}

function measureWords(rest: string): number {
  let length = 0;
  while (length < rest.length && !'()[]{}|'.includes(rest.charAt(length))) length += 1;
  return length;
}
