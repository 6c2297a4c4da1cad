import type { Occurrence } from '../tasks/occurrence.js';
import type { FieldChange } from './activity.js';

const SHOWN = [
  'title',
  'categoryId',
  'visibility',
  'priority',
  'date',
  'time',
  'durationMinutes',
  'allDay',
  'softDue',
  'responsibleMemberIds',
  'reminders',
] as const satisfies readonly (keyof Occurrence)[];

/**
 * What an edit changed, field by field, in the order in which clients show them. Notes are named only; of what was
 * PERSONAL until then nobody learns how it was.
 */
export function fieldChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  const isShared = before.visibility === 'PERSONAL' && after.visibility === 'SHARED';
  const told = isShared ? (['visibility'] as const) : SHOWN;
  const changes: FieldChange[] = told
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
  if (!isShared && before.notes !== after.notes) changes.push({ field: 'notes', from: null, to: null });
  return changes;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
