import type { TaskDraft } from '../../domain/tasks/draft.js';

/** A shared task without a date and without responsible members. */
export function aDraft(fields: Partial<TaskDraft> = {}): TaskDraft {
  return {
    title: 'Task',
    notes: null,
    categoryId: null,
    visibility: 'SHARED',
    priority: 'NORMAL',
    date: null,
    time: null,
    durationMinutes: null,
    allDay: null,
    softDue: null,
    responsibleMemberIds: [],
    checklist: [],
    reminders: [],
    showFrom: null,
    nag: null,
    escalateAfterMinutes: null,
    completion: 'any',
    recurrence: null,
    rotation: null,
    missed: 'keep',
    season: null,
    shift: null,
    whenAway: null,
    ...fields,
  };
}
