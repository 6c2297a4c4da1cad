import type { TemplateTask } from '../../domain/templates/template.js';

export function aTemplateTask(fields: Partial<TemplateTask> = {}): TemplateTask {
  return {
    title: 'Bake a cake',
    dayOffset: 0,
    notes: null,
    categoryId: null,
    visibility: 'SHARED',
    priority: 'NORMAL',
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
