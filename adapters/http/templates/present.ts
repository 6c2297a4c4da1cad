import { Type } from 'typebox';
import { PRIORITIES, VISIBILITIES } from '../../../domain/tasks/occurrence.js';
import { MISSED_POLICIES } from '../../../domain/series/series.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import type { TaskTemplate, TemplateTask } from '../../../domain/templates/template.js';
import { date, nullable, oneOf, time, uuid } from '../schema/common.js';
import { Recurrence, Rotation } from '../series/recurrence-schema.js';

const TemplateTaskDto = Type.Object(
  {
    title: Type.String(),
    dayOffset: nullable(Type.Integer()),
    notes: nullable(Type.String()),
    categoryId: nullable(uuid()),
    visibility: oneOf(VISIBILITIES),
    priority: oneOf(PRIORITIES),
    time: nullable(time()),
    durationMinutes: nullable(Type.Integer()),
    allDay: Type.Optional(Type.Boolean()),
    softDue: nullable(Type.Object({ kind: oneOf(SOFT_DUE_KINDS), date: Type.Optional(date()) })),
    responsibleMemberIds: Type.Array(uuid()),
    checklist: Type.Array(Type.Object({ title: Type.String() })),
    reminders: Type.Array(Type.Integer()),
    recurrence: nullable(Recurrence),
    rotation: nullable(Rotation),
    missed: oneOf(MISSED_POLICIES),
  },
  { title: 'TemplateTaskDto' },
);

export const TemplateDto = Type.Object(
  { id: uuid(), name: Type.String(), tasks: Type.Array(TemplateTaskDto) },
  { title: 'TemplateDto' },
);

export function presentTemplate({ id, name, tasks }: TaskTemplate): unknown {
  return { id, name, tasks: tasks.map(presentTask) };
}

/** In the form in which it could be sent again: `allDay` is absent where nobody said it. */
function presentTask(task: TemplateTask): unknown {
  return {
    title: task.title,
    dayOffset: task.dayOffset,
    notes: task.notes,
    categoryId: task.categoryId,
    visibility: task.visibility,
    priority: task.priority,
    time: task.time,
    durationMinutes: task.durationMinutes,
    ...(task.allDay !== null && { allDay: task.allDay }),
    softDue: task.softDue,
    responsibleMemberIds: task.responsibleMemberIds,
    checklist: task.checklist,
    reminders: task.reminders,
    recurrence: task.recurrence,
    rotation: task.rotation,
    missed: task.missed,
  };
}
