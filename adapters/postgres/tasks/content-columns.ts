import { PRIORITIES, type Priority, type TaskContent } from '../../../domain/tasks/content.js';
import { converted, nullableJson, type FieldMap } from '../field-map.js';
import type { ContentColumns } from '../schema.js';

export const CONTENT_COLUMNS: FieldMap<TaskContent, ContentColumns> = {
  title: 'title',
  notes: 'notes',
  categoryId: 'category_id',
  visibility: 'visibility',
  priority: converted('priority', (priority: Priority) => PRIORITIES.indexOf(priority)),
  time: 'time',
  durationMinutes: 'duration_minutes',
  allDay: 'all_day',
  reminders: 'reminders',
  showFrom: 'show_from',
  nag: nullableJson('nag'),
  escalateAfterMinutes: 'escalate_after_minutes',
  completion: 'completion',
};

/** The content as it is selected. */
export type SelectedContent = Omit<TaskContent, 'priority'> & { readonly priority: number };

export function priorityAt(position: number): Priority {
  return PRIORITIES[position] as Priority;
}
