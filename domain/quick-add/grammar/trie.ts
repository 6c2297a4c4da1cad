import type { Token } from '../tokens.js';

/** A prefix tree of phrases, which lets the matcher compare a sentence with all phrases at once. */
export type Trie<V> = {
  readonly words: Map<string, Trie<V>>;
  readonly slots: readonly Edge<V>[];
  /**
   * The same slots by what can fill them: digits (`numberSlots`), known words, or any word because it may be a name.
   */
  readonly numberSlots: readonly Edge<V>[];
  readonly wordSlots: readonly Edge<V>[];
  readonly nameSlots: readonly Edge<V>[];
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

/** Returns an empty trie, to which `insert` adds words. */
export function emptyTrie<V>(): Trie<V> {
  return makeTrie(new Map(), [], []);
}

/** Adds a phrase without slots. */
export function insert<V>(trie: Trie<V>, words: readonly string[], value: V): void {
  let node = trie;
  for (const word of words) {
    let next = node.words.get(word);
    if (next === undefined) node.words.set(word, (next = emptyTrie()));
    node = next;
  }
  node.ends.push(value);
}

function makeTrie<V>(words: Map<string, Trie<V>>, slots: readonly Edge<V>[], ends: V[]): Trie<V> {
  return {
    ...{ words, slots, ends },
    numberSlots: slots.filter(({ slot }) => !WORDS_ONLY.has(slot)),
    wordSlots: slots.filter(({ slot }) => !NUMBERS_ONLY.has(slot)),
    nameSlots: slots.filter(({ slot }) => NAMES.has(slot)),
  };
}

/**
 * A set of phrases: a step, or several sets as alternatives. A step is a word or a slot with the phrases that can follow
 * it, or the end of a phrase with its value.
 */
export type Phrases<V> = Step<V> | { readonly alternatives: readonly Phrases<V>[] };

type Step<V> =
  | { readonly word: string; readonly next: Phrases<V> }
  | { readonly slot: string; readonly next: Phrases<V> }
  | { readonly value: V };

/**
 * Returns a trie of the phrases. Two beginnings lead to the same node if exactly the same steps can follow them. For
 * example, the template `(a|b) c {n}` continues with the same `c` after `a` and after `b`. So a grammar has far fewer
 * nodes, which saves time and memory at the start of the service.
 */
export function buildTrie<V>(phrases: Phrases<V>): Trie<V> {
  const tries = new Map<string, Trie<V>>();
  const ids = new Map<Step<V>, number>();
  const idOf = (step: Step<V>): number => {
    const id = ids.get(step) ?? ids.size;
    ids.set(step, id);
    return id;
  };
  const build = (alternatives: readonly Phrases<V>[]): Trie<V> => {
    const steps = firstSteps(alternatives);
    const key = Array.from(steps, idOf).join(' ');
    const known = tries.get(key);
    if (known !== undefined) return known;
    const words = new Map<string, Phrases<V>[]>();
    const slots = new Map<string, Phrases<V>[]>();
    const ends: V[] = [];
    for (const step of steps)
      if ('value' in step) ends.push(step.value);
      else if ('word' in step) append(words, step.word, step.next);
      else append(slots, step.slot, step.next);
    const trie = makeTrie(
      new Map(Array.from(words, ([word, next]) => [word, build(next)])),
      Array.from(slots, ([slot, next]) => ({ slot, next: build(next) })),
      ends,
    );
    tries.set(key, trie);
    return trie;
  };
  return build([phrases]);
}

/** Returns the first steps of the phrases, in the order of the alternatives. */
function firstSteps<V>(alternatives: readonly Phrases<V>[]): ReadonlySet<Step<V>> {
  const steps = new Set<Step<V>>();
  // Optional parts in a row share alternatives. Reading them once keeps the cost proportional to the template.
  const seen = new Set<Phrases<V>>();
  const collect = (phrases: Phrases<V>): void => {
    if (seen.has(phrases)) return;
    seen.add(phrases);
    if ('alternatives' in phrases) phrases.alternatives.forEach(collect);
    else steps.add(phrases);
  };
  alternatives.forEach(collect);
  return steps;
}

function append<V>(lists: Map<string, V[]>, name: string, value: V): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
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
