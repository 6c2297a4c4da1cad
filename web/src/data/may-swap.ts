import type { HouseholdData, Occurrence } from './household.ts';
import { isPerson } from './presence.ts';

/**
 * Returns true if the turn is not in the past, has one assignee, and another person could swap with them. Pets
 * cannot swap.
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
