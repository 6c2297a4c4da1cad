import { tokenise } from '../tokens.js';

/** One step of a phrase: a word without case and accents, or a slot to fill. */
export type Step = { readonly word: string } | { readonly slot: string };

/**
 * Returns every sequence of steps that a template can produce. For example, `[a] (b|c) {n}` produces four.
 */
export function expandTemplate(
  template: string,
  elisions: ReadonlySet<string>,
): readonly (readonly Step[])[] {
  const reader = { rest: template };
  const sequences = readAlternatives(reader, elisions);
  if (reader.rest !== '') throw new SyntaxError(`Unbalanced template: ${template}`);
  return sequences;
}

type Reader = { rest: string };
type Sequences = readonly (readonly Step[])[];

function readAlternatives(reader: Reader, elisions: ReadonlySet<string>): Sequences {
  const all: (readonly Step[])[] = [...readSequence(reader, elisions)];
  while (reader.rest.startsWith('|')) {
    reader.rest = reader.rest.slice(1);
    all.push(...readSequence(reader, elisions));
  }
  return all;
}

function readSequence(reader: Reader, elisions: ReadonlySet<string>): Sequences {
  let sequences: Sequences = [[]];
  for (;;) {
    const next = readPart(reader, elisions);
    if (next === null) return sequences;
    sequences = sequences.flatMap((before) => next.map((after) => [...before, ...after]));
  }
}

function readPart(reader: Reader, elisions: ReadonlySet<string>): Sequences | null {
  const first = reader.rest.charAt(0);
  if (first === '' || first === '|' || first === ')' || first === ']') return null;
  if (first === '(' || first === '[') {
    reader.rest = reader.rest.slice(1);
    const inner = readAlternatives(reader, elisions);
    if (!reader.rest.startsWith(first === '(' ? ')' : ']')) throw new SyntaxError('Unclosed group');
    reader.rest = reader.rest.slice(1);
    return first === '[' ? [[], ...inner] : inner;
  }
  if (first === '{') {
    const close = reader.rest.indexOf('}');
    const slot = reader.rest.slice(1, close);
    reader.rest = reader.rest.slice(close + 1);
    return [[{ slot }]];
  }
  const words = reader.rest.slice(0, measureWords(reader.rest));
  reader.rest = reader.rest.slice(words.length);
  return [tokenise(words, elisions).map(({ folded }) => ({ word: folded }))];
}

function measureWords(rest: string): number {
  let length = 0;
  while (length < rest.length && !'()[]{}|'.includes(rest.charAt(length))) length += 1;
  return length;
}
