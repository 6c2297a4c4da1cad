import type { MemberId } from '../shared/ids.js';
import { reassignmentWithout } from './reassignment.js';
import { withMutation, type Occurrence, type Stamp, type Status } from './occurrence.js';

/** Returns true if only that member may see the row, so that it is deleted when the member leaves. */
export function isPersonalTo(
  { visibility, createdBy }: Pick<Occurrence, 'visibility' | 'createdBy'>,
  member: MemberId,
): boolean {
  return visibility === 'PERSONAL' && createdBy === member;
}

/**
 * Returns true if a leaving member must be removed from the occurrence. This is the case if it is open, or
 * would be open after being restored from the trash. Done and skipped occurrences keep their assignees.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function losesAssignee(occurrence: Occurrence, member: MemberId): boolean {
  const { responsibleMemberIds, status, statusBeforeDeletion } = occurrence;
  return responsibleMemberIds.includes(member) && isToDo(statusBeforeDeletion ?? status);
}

const isToDo = (status: Status) => status !== 'DONE' && status !== 'SKIPPED';

/** Returns the occurrence without that member as an assignee. */
export function withoutMember(occurrence: Occurrence, member: MemberId, stamp: Stamp): Occurrence {
  const people = remainingAssignees(occurrence, (id) => id !== member);
  return withMutation(occurrence, { ...people, ...reassignmentWithout(occurrence, member) }, stamp);
}

type People = Pick<Occurrence, 'responsibleMemberIds' | 'turnReason'>;

/** Returns the assignees who are left and the reason of their turn. The reason is null if nobody is left. */
export function remainingAssignees(
  { responsibleMemberIds, turnReason }: People,
  stays: (id: MemberId) => boolean,
): People {
  const staying = responsibleMemberIds.filter(stays);
  return { responsibleMemberIds: staying, turnReason: staying.length === 0 ? null : turnReason };
}
