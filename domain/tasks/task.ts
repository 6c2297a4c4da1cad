import type { HouseholdId, TaskId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from './occurrence.js';
import type { Visibility } from '../shared/visibility.js';

/** The data that all series and occurrences of a task have in common. */
export type Task = {
  readonly id: TaskId;
  readonly householdId: HouseholdId;
  readonly visibility: Visibility;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
};

/** Moves the occurrence to another task. Files stay with the task to which they were added. */
export function movedToTask(occurrence: Occurrence, taskId: TaskId): Occurrence {
  return taskId === occurrence.taskId ? occurrence : { ...occurrence, taskId, attachmentCount: 0 };
}
