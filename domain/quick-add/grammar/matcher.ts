import { dateParts, monthDayParts } from '../parts/date.js';
import type { PartBuilder, PartBuilders } from '../parts/part.js';
import { clockParts, durationParts } from '../parts/time.js';
import type { PartGroup } from '../languages/meanings.js';
import type { Sentence } from '../sentence.js';
import type { Production } from './grammar.js';
import { readHourOfList } from './clock-tokens.js';
import { Captures, TOKEN_SLOTS, type Capture, type SlotValues } from './slots.js';
import type { Edge, Read, Trie } from './trie.js';

/**
 * The builders of phrases that fill slots of other phrases. They build a time of day, a duration, a day of
 * the year or a date.
 */
export const PARTS: { readonly [G in PartGroup]: PartBuilders<G> } = {
  clock: clockParts,
  duration: durationParts,
  monthDay: monthDayParts,
  date: dateParts,
};

export type PhraseMatch = Production & { readonly end: number; readonly captures: Captures };

/** Returns every phrase of `group` that begins at token `at`. */
export function findMatches(sentence: Sentence, group: string, at: number): readonly PhraseMatch[] {
  const trie = sentence.grammar.phrases.get(group);
  const matches: PhraseMatch[] = [];
  if (trie !== undefined && canBegin(sentence, at, sentence.grammar.phraseWords))
    walk(sentence, trie, at, null, matches);
  return matches;
}

/**
 * Compares the tokens with the phrases in the trie. It goes as deep as the longest phrase, and follows all
 * phrases that still match.
 */
function walk(
  sentence: Sentence,
  node: Trie<Production>,
  at: number,
  before: Capture | null,
  matches: PhraseMatch[],
): void {
  for (const { meaning, said } of node.ends)
    matches.push({ meaning, said, end: at, captures: new Captures(before) });
  const token = sentence.tokens[at];
  if (token === undefined) return;
  const next = node.words.get(token.folded);
  if (next !== undefined) walk(sentence, next, at + 1, before, matches);
  for (const edge of findSlots(sentence, node, at))
    for (const { end, value } of readSlot(sentence, edge.slot, at))
      walk(sentence, edge.next, end, { slot: edge.slot, value, at, before }, matches);
}

function findSlots(
  { tokens, grammar }: Sentence,
  node: Trie<Production>,
  at: number,
): readonly Edge<Production>[] {
  const token = tokens[at];
  if (token?.type === 'number') return node.slots.byNumber;
  return grammar.slotWords.has(token?.folded ?? '') ? node.slots.byWord : node.slots.byName;
}

/** Returns true if a phrase can begin at this token. Most words of a title begin no phrase. */
function canBegin({ tokens }: Sentence, at: number, words: ReadonlySet<string>): boolean {
  const token = tokens[at];
  return token !== undefined && (token.type === 'number' || words.has(token.folded));
}

const NOTHING: readonly Read<unknown>[] = [];

function readSlot(sentence: Sentence, slot: string, at: number): readonly Read<unknown>[] {
  const here = (sentence.slotReads[at] ??= new Map<string, readonly Read<unknown>[]>());
  const known = here.get(slot);
  if (known !== undefined) return known;
  // The result is set before the slot is read. A slot that contains itself is then not found, instead of
  // causing an endless loop.
  here.set(slot, NOTHING);
  const reads = readSlotOnce(sentence, slot, at);
  here.set(slot, reads);
  return reads;
}

function readSlotOnce(sentence: Sentence, slot: string, at: number): readonly Read<unknown>[] {
  if (slot === 'fixed' || slot === 'calendar') return filterDates(sentence, slot, at);
  if (slot === 'timeOfDay') return readTimeOfDay(sentence, at);
  if (slot in PARTS) return readPart(sentence, slot as PartGroup, at);
  const read = TOKEN_SLOTS[slot as keyof typeof TOKEN_SLOTS](sentence, at);
  return read === null ? NOTHING : [read];
}

function readTimeOfDay(sentence: Sentence, at: number): readonly Read<unknown>[] {
  const clocks = readSlot(sentence, 'clock', at);
  const hour = readHourOfList(sentence, at);
  return hour === null || clocks.some(({ end }) => end === hour.end) ? clocks : [...clocks, hour];
}

function filterDates(sentence: Sentence, slot: 'fixed' | 'calendar', at: number): readonly Read<unknown>[] {
  const dates = readSlot(sentence, 'date', at) as readonly Read<SlotValues['date']>[];
  return dates.filter(
    ({ value: { style } }) => style === 'calendar' || (slot === 'fixed' && style === 'weekday'),
  );
}

/**
 * Returns the readings of a group of phrases at token `at`, one for each length. If several phrases have the same
 * length, the first one that is found and gives a value is used. Words are compared before slots.
 */
export function readPart<G extends PartGroup>(
  sentence: Sentence,
  group: G,
  at: number,
): readonly Read<SlotValues[G]>[] {
  const builders: Readonly<Record<string, PartBuilder<G>>> = PARTS[group];
  const reads = new Map<number, Read<SlotValues[G]>>();
  for (const { meaning, said, end, captures } of findMatches(sentence, group, at)) {
    const value = reads.has(end) ? null : (builders[meaning]?.(said, captures, sentence) ?? null);
    if (value !== null) reads.set(end, { end, value });
  }
  return [...reads.values()];
}
