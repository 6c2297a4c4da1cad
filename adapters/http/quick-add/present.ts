import { Type } from 'typebox';
import type { QuickAddPreview as Preview } from '../../../application/quick-add/quick-add.js';
import { SPAN_KINDS } from '../../../domain/quick-add/result.js';
import { PRIORITIES, VISIBILITIES } from '../../../domain/tasks/occurrence.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import { date, nullable, oneOf, time, uuid } from '../schema/common.js';
import { Recurrence, Rotation } from '../series/recurrence-schema.js';

const offsets = { start: Type.Integer(), end: Type.Integer() };
const alternative = Type.Object({ kind: oneOf(SPAN_KINDS), value: Type.Unknown() });

export const QuickAddPreview = Type.Object(
  {
    text: Type.String(),
    locale: Type.String(),
    task: Type.Object({
      title: Type.String(),
      notes: nullable(Type.String()),
      categoryId: nullable(uuid()),
      visibility: oneOf(VISIBILITIES),
      priority: oneOf(PRIORITIES),
      date: nullable(date()),
      time: nullable(time()),
      durationMinutes: nullable(Type.Integer()),
      softDue: nullable(Type.Object({ kind: oneOf(SOFT_DUE_KINDS), date: Type.Optional(date()) })),
      responsibleMemberIds: Type.Array(uuid()),
      checklist: Type.Array(Type.Object({ title: Type.String() })),
      recurrence: nullable(Recurrence),
      rotation: nullable(Rotation),
    }),
    newCategory: nullable(Type.String({ description: 'a category that is created with the task' })),
    spans: Type.Array(
      Type.Object({
        ...offsets,
        text: Type.String(),
        kind: oneOf(SPAN_KINDS),
        value: Type.Unknown(),
        confidence: Type.Optional(Type.Number()),
        alternatives: Type.Optional(Type.Array(alternative)),
      }),
    ),
    upcoming: Type.Array(
      Type.Object({ date: date(), time: nullable(time()), responsibleMemberIds: Type.Array(uuid()) }),
    ),
    warnings: Type.Array(Type.Object({ ...offsets, code: Type.String(), message: Type.String() })),
  },
  { title: 'QuickAddPreview' },
);

/** The task is shown in the form in which it could be sent to be created. */
export function presentQuickAdd({
  draft,
  text,
  locale,
  newCategory,
  spans,
  upcoming,
  warnings,
}: Preview): unknown {
  return {
    text,
    locale,
    task: {
      title: draft.title,
      notes: draft.notes,
      categoryId: draft.categoryId,
      visibility: draft.visibility,
      priority: draft.priority,
      date: draft.date,
      time: draft.time,
      durationMinutes: draft.durationMinutes,
      softDue: draft.softDue,
      responsibleMemberIds: draft.responsibleMemberIds,
      checklist: draft.checklist,
      recurrence: draft.recurrence,
      rotation: draft.rotation,
    },
    newCategory,
    spans,
    upcoming,
    warnings,
  };
}
