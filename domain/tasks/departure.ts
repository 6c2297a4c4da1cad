import type { MemberId } from '../shared/ids.js';
import { mutated, type Occurrence, type Stamp, type Status } from './occurrence.js';

/** Whether it exists for that member alone, and so ends with the membership. */
export function isPersonalTo(
  { visibility, createdBy }: Pick<Occurrence, 'visibility' | 'createdBy'>,
  member: MemberId,
): boolean {
  return visibility === 'PERSONAL' && createdBy === member;
}

/**
 * Whether someone who leaves must be taken off it: it is to do, or would be once it is back from the trash. What
 * was done or skipped keeps their name.
 */
export function loses(occurrence: Occurrence, member: MemberId): boolean {
  const { responsibleMemberIds, status, statusBeforeDeletion } = occurrence;
  return responsibleMemberIds.includes(member) && isToDo(statusBeforeDeletion ?? status);
}

const isToDo = (status: Status) => status !== 'DONE' && status !== 'SKIPPED';

/** The occurrence without them among those responsible; with nobody left, no reason of a turn remains. */
export function withoutMember(occurrence: Occurrence, member: MemberId, stamp: Stamp): Occurrence {
  const responsibleMemberIds = occurrence.responsibleMemberIds.filter((id) => id !== member);
  const turnReason = responsibleMemberIds.length === 0 ? null : occurrence.turnReason;
  return mutated(occurrence, { responsibleMemberIds, turnReason }, stamp);
}
