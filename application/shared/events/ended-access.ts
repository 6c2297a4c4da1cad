import type { AccessEnded } from '../ports.js';
import type { HouseholdEvent } from './household-event.js';

/** Of whose access nothing, or less, is left after these events. */
export function endedAccess(events: readonly HouseholdEvent[]): AccessEnded[] {
  const households = new Set(events.filter(endsAccess).map(({ householdId }) => householdId));
  return [...households].map((householdId) => ({ householdId }));
}

function endsAccess(event: HouseholdEvent): boolean {
  return (
    (event.kind === 'member' && event.action === 'left') ||
    (event.kind === 'household' && event.action === 'deleted')
  );
}
