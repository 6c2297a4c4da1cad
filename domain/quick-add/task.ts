import type { AssignedPeople } from './people.js';
import type { Plan } from './plan.js';
import type { Candidate } from './readings.js';
import { findCategory } from './markers/categories.js';
import { findClaim } from './refiners/refiner.js';
import type { QuickAddPriority, QuickAddTask } from './result.js';
import type { Sentence } from './sentence.js';
import { normalize } from '../shared/normal-form.js';
import type { TextRange } from './lines.js';

/** Characters that separate two parts of a sentence. */
const SEPARATORS = ',;:-–—';
const DASHES = '-–—';
const CLOSING = `${SEPARATORS}.!?…)`;

/**
 * Returns the title, which is the sentence without `spans` (given in order). White space is collapsed. If a part was
 * removed, separators that no longer separate two parts and empty brackets are removed too. The case does not change.
 * The result is in NFC.
 */
export function cutTitle(text: string, { start, end }: TextRange, spans: readonly TextRange[]): string {
  let title = '';
  let from = start;
  for (const span of spans) {
    title = joinPieces(title, text.slice(from, span.start), from > start);
    from = span.end;
  }
  title = joinPieces(title, text.slice(from, end), from > start);
  if (spans.length > 0) title = trimEdges(title.replace(/\(\s*\)|\[\s*\]|\{\s*\}/g, ' '), from >= end);
  return normalize(title.split(/\s+/u).filter(Boolean).join(' '));
}

/**
 * Joins two pieces of the title. After a removed part, a punctuation mark (not a dash) at the start of the second
 * piece moves to the end of the first piece. It is dropped if the first piece is empty or already ends with a
 * separator.
 */
function joinPieces(before: string, piece: string, afterCut: boolean): string {
  const next = piece.trim();
  if (!afterCut || next === '') return before + (next === '' ? '' : ` ${next}`);
  if (!CLOSING.includes(next.charAt(0)) || DASHES.includes(next.charAt(0))) return `${before} ${next}`;
  const last = before.trimEnd().at(-1) ?? ',';
  if (!SEPARATORS.includes(last)) return before.trimEnd() + next;
  return `${before} ${trimLeading(next)}`;
}

function trimLeading(text: string): string {
  let at = 0;
  while (at < text.length && (CLOSING.includes(text.charAt(at)) || text.charAt(at) === ' ')) at += 1;
  return text.slice(at);
}

function trimEdges(title: string, isCutAtEnd: boolean): string {
  let [from, to] = [0, title.length];
  const isEdge = (at: number, signs: string) => title.charAt(at) === ' ' || signs.includes(title.charAt(at));
  while (from < to && isEdge(from, SEPARATORS)) from += 1;
  while (isCutAtEnd && to > from && isEdge(to - 1, SEPARATORS)) to -= 1;
  const rest = title.slice(from, to);
  return trimLeading(rest) === '' ? '' : rest;
}

const PRIORITIES = { urgent: 'URGENT', high: 'HIGH', normal: 'NORMAL', low: 'LOW' } as const satisfies Record<
  string,
  QuickAddPriority
>;

/** Creates the task with an empty title and an empty checklist. */
export function buildTask(
  candidates: readonly Candidate[],
  plan: Plan,
  people: AssignedPeople,
  sentence: Sentence,
): QuickAddTask {
  const priority = findClaim(candidates, 'priority')?.word ?? 'normal';
  const { date, time, durationMinutes, recurrence } = plan;
  return {
    title: '',
    notes: findClaim(candidates, 'notes')?.text || null,
    date,
    time,
    durationMinutes,
    allDay: date !== null && time === null,
    recurrence,
    rotation: people.rotation,
    responsibleMemberIds: people.responsibleMemberIds,
    completion: people.completion,
    category: resolveCategory(candidates, sentence),
    priority: PRIORITIES[priority],
    visibility: findClaim(candidates, 'visibility') === undefined ? 'SHARED' : 'PERSONAL',
    softDue: findClaim(candidates, 'softDue')?.softDue ?? null,
    checklist: [],
    done: false,
  };
}

function resolveCategory(candidates: readonly Candidate[], sentence: Sentence): QuickAddTask['category'] {
  const name = findClaim(candidates, 'category')?.name;
  if (name === undefined) return null;
  const known = findCategory(name, sentence);
  return known ? { id: known.id } : { newName: name };
}
