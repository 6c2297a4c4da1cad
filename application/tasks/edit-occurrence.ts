import type { OccurrenceId } from '../../domain/shared/ids.js';
import { editOccurrence as editedBy, type OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { householdNow, type MemberCaller } from '../caller.js';
import { ApplicationError, validationFailed } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { changeOccurrence, type Precondition } from './change-occurrence.js';
import { requireMembers } from './require-members.js';

/** VersionConflict when the occurrence is newer than what the caller read; FORBIDDEN for hiding another's task. */
export function editOccurrence(dependencies: { unitOfWork: UnitOfWork; clock: Clock }) {
  const { clock } = dependencies;
  const change = changeOccurrence(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    edit: OccurrenceEdit,
    precondition: Precondition,
  ): Promise<Occurrence> =>
    change(caller, id, { precondition }, async (occurrence, { households }) => {
      await requireMembers(households, caller, edit.responsibleMemberIds ?? []);
      const outcome = editedBy(occurrence, edit, {
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
    });
}
