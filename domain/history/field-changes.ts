import { sameJson } from '../shared/same-json.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { FieldChange } from './activity.js';

/** In the order in which clients show them: a long text is named without its contents. */
const SHOWN: Record<keyof OccurrenceEdit, 'values' | 'name'> = {
  title: 'values',
  categoryId: 'values',
  visibility: 'values',
  priority: 'values',
  date: 'values',
  time: 'values',
  durationMinutes: 'values',
  allDay: 'values',
  softDue: 'values',
  responsibleMemberIds: 'values',
  reminders: 'values',
  notes: 'name',
};
const FIELDS = Object.keys(SHOWN) as readonly (keyof OccurrenceEdit)[];

/** What an edit changed, field by field; of what was PERSONAL until then nobody learns how it was. */
export function fieldChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  const isShared = before.visibility === 'PERSONAL' && after.visibility === 'SHARED';
  const told = isShared ? (['visibility'] as const) : FIELDS;
  return told
    .filter((field) => !sameJson(before[field], after[field]))
    .map((field) =>
      SHOWN[field] === 'name'
        ? { field, from: null, to: null }
        : { field, from: before[field], to: after[field] },
    );
}
