import type { People } from './people.js';
import type { Plan } from './plan.js';
import type { Candidate } from './readings.js';
import { findCategory } from './markers/categories.js';
import { fieldOf } from './refiners/settled.js';
import type { QuickAddPriority, QuickAddTask } from './result.js';
import type { Sentence } from './sentence.js';

const PRIORITIES = { urgent: 'URGENT', high: 'HIGH', normal: 'NORMAL', low: 'LOW' } as const satisfies Record<
  string,
  QuickAddPriority
>;

/** The task without its title. */
export function taskOf(
  candidates: readonly Candidate[],
  plan: Plan,
  people: People,
  sentence: Sentence,
): QuickAddTask {
  const priority = fieldOf(candidates, 'priority')?.word ?? 'normal';
  const { date, time, durationMinutes, recurrence } = plan;
  return {
    title: '',
    notes: fieldOf(candidates, 'notes')?.text || null,
    date,
    time,
    durationMinutes,
    allDay: date !== null && time === null,
    recurrence,
    rotation: people.rotation,
    responsibleMemberIds: people.responsibleMemberIds,
    category: categoryOf(candidates, sentence),
    priority: PRIORITIES[priority],
    visibility: fieldOf(candidates, 'visibility') === undefined ? 'SHARED' : 'PERSONAL',
    softDue: fieldOf(candidates, 'softDue')?.softDue ?? null,
    checklist: [],
  };
}

function categoryOf(candidates: readonly Candidate[], sentence: Sentence): QuickAddTask['category'] {
  const name = fieldOf(candidates, 'category')?.name;
  if (name === undefined) return null;
  const known = findCategory(name, sentence);
  return known ? { id: known.id } : { newName: name };
}
