import { PRIORITIES, type Priority, type Visibility } from '../../../domain/tasks/occurrence.js';
import type { TaskContent } from '../../../domain/tasks/content.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import type { CategoryId } from '../../../domain/shared/ids.js';
import { converted, type FieldMap } from '../field-map.js';

/** What series and occurrences have in common. */
export type ContentColumns = {
  title: string;
  notes: string | null;
  category_id: CategoryId | null;
  visibility: Visibility;
  /** The position in PRIORITIES. */
  priority: number;
  time: CivilTime | null;
  duration_minutes: number | null;
  all_day: boolean;
  reminders: readonly number[];
};

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
};

/** The content as it is selected. */
export type SelectedContent = Omit<TaskContent, 'priority'> & { readonly priority: number };

export function priorityAt(position: number): Priority {
  return PRIORITIES[position] as Priority;
}
