import type { HouseholdData, Occurrence } from './household.ts';
import { isPerson } from './presence.ts';

/**
 * Returns true if the occurrence is an open, shared turn of a series that is not in the past, its only assignee is a
 * person, and the household has another person. Pets cannot swap.
 */
export function maySwap(
  { seriesId, status, date, visibility, responsibleMemberIds }: Occurrence,
  { members, today }: HouseholdData,
): boolean {
  const people = members.value.filter(isPerson);
  return (
    seriesId !== null &&
    status === 'TODO' &&
    visibility === 'SHARED' &&
    date !== null &&
    date >= today.value &&
    responsibleMemberIds.length === 1 &&
    people.some(({ id }) => id === responsibleMemberIds[0]) &&
    people.length > 1
  );
}
