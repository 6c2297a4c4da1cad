import type { Token } from '../tokens.js';

/** A prefix tree of phrases, which lets the matcher compare a sentence with all phrases at once. */
export type Trie<V> = {
  readonly words: ReadonlyMap<string, Trie<V>>;
  readonly slots: Slots<V>;
  /** The values of the phrases that end here. */
  readonly ends: readonly V[];
};

/** All slots of a node, and which of them a number, a known word, or any word (because it may be a name) can fill. */
type Slots<V> = {
  readonly all: readonly Edge<V>[];
  readonly byNumber: readonly Edge<V>[];
  readonly byWord: readonly Edge<V>[];
  readonly byName: readonly Edge<V>[];
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

// Most nodes have no words, no slots or no ends. They share these empty values, because with values of their own a
// grammar would take half as much memory again.
const NO_WORDS: ReadonlyMap<string, never> = new Map<string, never>();
const NO_SLOTS = groupSlots<never>([]);
const NO_ENDS: readonly never[] = [];

function makeTrie<V>(
  words: ReadonlyMap<string, Trie<V>>,
  slots: readonly Edge<V>[],
  ends: readonly V[],
): Trie<V> {
  return {
    words: words.size === 0 ? NO_WORDS : words,
    slots: slots.length === 0 ? NO_SLOTS : groupSlots(slots),
    ends: ends.length === 0 ? NO_ENDS : ends,
  };
}

function groupSlots<V>(all: readonly Edge<V>[]): Slots<V> {
  return {
    all,
    byNumber: all.filter(({ slot }) => !WORDS_ONLY.has(slot)),
    byWord: all.filter(({ slot }) => !NUMBERS_ONLY.has(slot)),
    byName: all.filter(({ slot }) => NAMES.has(slot)),
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

/** Returns phrases that begin with these words and go on with those of `next`. */
export function afterWords<V>(words: readonly string[], next: Phrases<V>): Phrases<V> {
  return words.reduceRight<Phrases<V>>((after, word) => ({ word, next: after }), next);
}

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
