import type { Token } from '../tokens.js';
import type { Step } from './template.js';

/** A prefix tree of phrases, which lets the matcher compare a sentence with all phrases at once. */
export type Trie<V> = {
  readonly words: Map<string, Trie<V>>;
  /**
   * Slots by what can fill them: digits (`numberSlots`), known words, or any word because it may be a name.
   */
  readonly numberSlots: Edge<V>[];
  readonly wordSlots: Edge<V>[];
  readonly nameSlots: Edge<V>[];
  readonly ends: V[];
};

export type Edge<V> = { readonly slot: string; readonly next: Trie<V> };

const NUMBERS_ONLY: ReadonlySet<string> = new Set([
  'int',
  'nth',
  'day',
  'year',
  'hm',
  'dotted',
  'short',
  'numbers',
  'iso',
  'isoTime',
  'zonedTime',
  'noTime',
  'compact',
  'multiple',
]);
const WORDS_ONLY: ReadonlySet<string> = new Set([
  'weekday',
  'anyWeekday',
  'weekdays',
  'days',
  'plurals',
  'weekdayList',
  'daysOff',
  'dayTimes',
  'workday',
  'month',
  'months',
  'feast',
  'unit',
  'minutes',
  'hours',
  'part',
  'meridiem',
]);

const NAMES: ReadonlySet<string> = new Set(['member', 'members']);

export function emptyTrie<V>(): Trie<V> {
  return { words: new Map(), numberSlots: [], wordSlots: [], nameSlots: [], ends: [] };
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
  const known = [...node.numberSlots, ...node.wordSlots].find((edge) => edge.slot === slot);
  if (known !== undefined) return known.next;
  const edge: Edge<V> = { slot, next: emptyTrie() };
  if (!WORDS_ONLY.has(slot)) node.numberSlots.push(edge);
  if (!NUMBERS_ONLY.has(slot)) node.wordSlots.push(edge);
  if (NAMES.has(slot)) node.nameSlots.push(edge);
  return edge.next;
}

export type Read<V> = { readonly end: number; readonly value: V };

/** Returns the longest phrase without slots that begins at token `at`, or null. */
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
