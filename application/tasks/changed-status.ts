import type { Instant } from '../../domain/shared/zone.js';
import { changeStatus, type StatusChange } from '../../domain/tasks/change-status.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { ApplicationError } from '../shared/errors.js';

/** The occurrence after the change; INVALID_STATE when the state table rules it out. */
export function changedStatus(occurrence: Occurrence, change: StatusChange, now: Instant): Occurrence {
  const changed = changeStatus(occurrence, change, now);
  if (changed === null)
    throw new ApplicationError(
      'INVALID_STATE',
      `Cannot ${change.action} a task that is ${occurrence.status}`,
    );
  return changed;
}
