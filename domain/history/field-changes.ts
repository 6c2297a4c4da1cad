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

/** What an edit changed, field by field, in the order in which clients show them. Notes are named only. */
export function fieldChanges(before: Occurrence, after: Occurrence): FieldChange[] {
  const changes: FieldChange[] = SHOWN.filter((field) => !isSame(before[field], after[field])).map(
    (field) => ({ field, from: before[field], to: after[field] }),
  );
  if (before.notes !== after.notes) changes.push({ field: 'notes', from: null, to: null });
  return changes;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
