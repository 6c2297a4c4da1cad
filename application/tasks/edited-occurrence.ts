import { editOccurrence, type OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { ApplicationError, validationFailed } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';

/** The occurrence with the edit applied; VALIDATION_FAILED, or FORBIDDEN for hiding another's task. */
export function editedOccurrence(
  clock: Clock,
  caller: MemberCaller,
  occurrence: Occurrence,
  edit: OccurrenceEdit,
): Occurrence {
  const outcome = editOccurrence(occurrence, edit, {
    editor: caller.userId,
    now: clock.now(),
    today: householdNow(caller, clock).date,
    firstDayOfWeek: caller.household.weekStartsOn,
  });
  switch (outcome.kind) {
    case 'edited':
      return outcome.occurrence;
    case 'invalid':
      throw validationFailed(outcome.problems);
    case 'notAuthor':
      throw new ApplicationError('FORBIDDEN', 'Only its author can make a task personal');
  }
}
