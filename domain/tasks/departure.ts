import type { MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { mutated, type Occurrence } from './occurrence.js';

/** Whether it exists for that member alone, and so ends with the membership. */
export function isPersonalOf({ visibility, createdBy }: Occurrence, member: MemberId): boolean {
  return visibility === 'PERSONAL' && createdBy === member;
}

/**
 * Whether someone who leaves must be taken off it: work that is not done (also in the trash, from which it can
 * come back) and that no rotation plans, which is a task of one date or an exception of a series.
 */
export function loses(occurrence: Occurrence, member: MemberId): boolean {
  const { responsibleMemberIds, seriesId, isException, status, statusBeforeDeletion } = occurrence;
  return (
    responsibleMemberIds.includes(member) &&
    (seriesId === null || isException) &&
    (statusBeforeDeletion ?? status) !== 'DONE'
  );
}

/** The occurrence without them among those responsible; with nobody left, no reason of a turn remains. */
export function withoutMember(occurrence: Occurrence, member: MemberId, now: Instant): Occurrence {
  const responsibleMemberIds = occurrence.responsibleMemberIds.filter((id) => id !== member);
  const turnReason = responsibleMemberIds.length === 0 ? null : occurrence.turnReason;
  return mutated(occurrence, { responsibleMemberIds, turnReason }, now);
}
