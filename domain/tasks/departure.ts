import type { MemberId } from '../shared/ids.js';
import { givenWithout } from './given-turn.js';
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

/** The occurrence without them among those responsible. */
export function withoutMember(occurrence: Occurrence, member: MemberId, stamp: Stamp): Occurrence {
  const people = whoStays(occurrence, (id) => id !== member);
  return mutated(occurrence, { ...people, ...givenWithout(occurrence, member) }, stamp);
}

type People = Pick<Occurrence, 'responsibleMemberIds' | 'turnReason'>;

/** Those responsible who stay; with nobody left, no reason of a turn remains. */
export function whoStays(
  { responsibleMemberIds, turnReason }: People,
  stays: (id: MemberId) => boolean,
): People {
  const staying = responsibleMemberIds.filter(stays);
  return { responsibleMemberIds: staying, turnReason: staying.length === 0 ? null : turnReason };
}
