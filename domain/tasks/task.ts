import type { HouseholdId, TaskId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from './occurrence.js';
import type { Visibility } from '../shared/visibility.js';

/** What all series and occurrences of a task have in common. */
export type Task = {
  readonly id: TaskId;
  readonly householdId: HouseholdId;
  readonly visibility: Visibility;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** The occurrence as one of another task: files stay with the task that they were given to. */
export function movedToTask(occurrence: Occurrence, taskId: TaskId): Occurrence {
  return taskId === occurrence.taskId ? occurrence : { ...occurrence, taskId, attachmentCount: 0 };
}
