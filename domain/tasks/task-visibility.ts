import type { MemberId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import { NOT_REASSIGNED } from './reassignment.js';
import type { Occurrence } from './occurrence.js';
import type { Visibility } from '../shared/visibility.js';

/**
 * Visibility is a property of the task (interface specification, "What the service does"). All occurrences
 * and series of a task have the same visibility, even if they were edited separately.
 */

type Shown = Pick<Occurrence, 'visibility' | 'createdBy' | 'responsibleMemberIds'> &
  Partial<Pick<Occurrence, 'completedFor' | 'doneBy'>>;

/**
 * Returns the problems of a PERSONAL task that has an assignee, or was done by a member, other than its
 * author.
 */
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
      : [
          problem(
            'responsibleMemberIds',
            'personal',
            'a PERSONAL task can have no responsible member but its author',
          ),
        ]),
    ...([...(completedFor === null ? [] : [completedFor]), ...doneBy.map(({ memberId }) => memberId)].every(
      (id) => id === createdBy,
    )
      ? []
      : [problem('completedFor', 'personal', 'a PERSONAL task can be completed for nobody but its author')]),
  ];
}

/**
 * Returns the fields of an occurrence that depend on the visibility of its task. A member who may not see the
 * task cannot be an assignee.
 */
export function fieldsOfVisibility(
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
    ...(visibility === 'SHARED' ? { swappedTo, balancedTo } : NOT_REASSIGNED),
  };
}
