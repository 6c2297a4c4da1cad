import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { NOT_GIVEN } from './given-turn.js';
import type { Occurrence } from './occurrence.js';
import type { Visibility } from '../shared/visibility.js';

/*
 * Visibility is a property of the task (specification, "What the service does"): all its occurrences and series have
 * the same, whatever each of them may have been changed to on its own.
 */

type Shown = Pick<Occurrence, 'visibility' | 'createdBy' | 'responsibleMemberIds'> &
  Partial<Pick<Occurrence, 'completedFor' | 'doneBy'>>;

/** A PERSONAL task has to do with nobody but its author: neither is another responsible, nor was it done for one. */
export function personalProblems({
  visibility,
  createdBy,
  responsibleMemberIds,
  completedFor = null,
  doneBy = [],
}: Shown): Problem[] {
  if (visibility === 'SHARED') return [];
  return [
    ...(responsibleMemberIds.every((id) => id === createdBy)
      ? []
      : [personal('responsibleMemberIds', 'a PERSONAL task can have no responsible member but its author')]),
    ...([...(completedFor === null ? [] : [completedFor]), ...doneBy.map(({ memberId }) => memberId)].every(
      (id) => id === createdBy,
    )
      ? []
      : [personal('completedFor', 'a PERSONAL task can be completed for nobody but its author')]),
  ];
}

const personal = (field: string, message: string): Problem => ({ field, rule: 'personal', message });

/** The fields of an occurrence that follow its task's visibility: whoever may not see it is not responsible for it. */
export function shownAs(
  { createdBy, responsibleMemberIds: before, turnReason, turnOf, swappedTo, balancedTo }: Occurrence,
  visibility: Visibility,
): Pick<
  Occurrence,
  'visibility' | 'responsibleMemberIds' | 'turnReason' | 'turnOf' | 'swappedTo' | 'balancedTo'
> {
  const mayBe = (id: MemberId) => visibility === 'SHARED' || id === createdBy;
  const responsibleMemberIds = before.filter(mayBe);
  return {
    visibility,
    responsibleMemberIds,
    turnReason: before.length > 0 && responsibleMemberIds.length === 0 ? null : turnReason,
    turnOf: turnOf?.every(mayBe) === true ? turnOf : null,
    ...(visibility === 'SHARED' ? { swappedTo, balancedTo } : NOT_GIVEN),
  };
}
