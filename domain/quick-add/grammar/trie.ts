import type { Token } from '../tokens.js';
import type { Step } from './template.js';

/** Phrases that begin alike share their beginning, so that a sentence is compared with all of them at once. */
export type Trie<V> = {
  readonly words: Map<string, Trie<V>>;
  readonly slots: { readonly slot: string; readonly next: Trie<V> }[];
  readonly ends: V[];
};

export function emptyTrie<V>(): Trie<V> {
  return { words: new Map(), slots: [], ends: [] };
}

export function insert<V>(trie: Trie<V>, steps: readonly Step[], value: V): void {
  let node = trie;
  for (const step of steps) node = 'word' in step ? wordNode(node, step.word) : slotNode(node, step.slot);
  node.ends.push(value);
}

function wordNode<V>(node: Trie<V>, word: string): Trie<V> {
  let next = node.words.get(word);
  if (next === undefined) node.words.set(word, (next = emptyTrie()));
  return next;
}

function slotNode<V>(node: Trie<V>, slot: string): Trie<V> {
  let edge = node.slots.find((candidate) => candidate.slot === slot);
  if (edge === undefined) node.slots.push((edge = { slot, next: emptyTrie() }));
  return edge.next;
}

export type Read<V> = { readonly end: number; readonly value: V };

/** The longest phrase of a trie without slots that begins at token `at`. */
export function longestWords<V>(trie: Trie<V>, tokens: readonly Token[], at: number): Read<V> | null {
  let node: Trie<V> | undefined = trie;
  let longest: Read<V> | null = null;
  for (let end = at; end < tokens.length;) {
    node = node.words.get(tokens[end]?.folded ?? '');
    if (node === undefined) break;
    end += 1;
    const value = node.ends[0];
    if (value !== undefined) longest = { end, value };
  }
  return longest;
}
