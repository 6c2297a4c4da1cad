import type { People } from './people.js';
import type { Plan } from './plan.js';
import type { Candidate } from './readings.js';
import { findCategory } from './markers/categories.js';
import { findClaim } from './refiners/settled.js';
import type { QuickAddPriority, QuickAddTask } from './result.js';
import type { Sentence } from './sentence.js';

const PRIORITIES = { urgent: 'URGENT', high: 'HIGH', normal: 'NORMAL', low: 'LOW' } as const satisfies Record<
  string,
  QuickAddPriority
>;

/** The task without its title. */
export function buildTask(
  candidates: readonly Candidate[],
  plan: Plan,
  people: People,
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
  };
}

function resolveCategory(candidates: readonly Candidate[], sentence: Sentence): QuickAddTask['category'] {
  const name = findClaim(candidates, 'category')?.name;
  if (name === undefined) return null;
  const known = findCategory(name, sentence);
  return known ? { id: known.id } : { newName: name };
}
