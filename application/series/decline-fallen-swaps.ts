import type { BeforeCommit } from '../composition/unit-of-work.js';
import type { DomainEvent } from '../shared/events/domain-event.js';
import type { Needs } from '../composition/needs.js';

/**
 * Declines the open swap requests that are no longer valid after the events of a transaction, for example because a
 * turn has other assignees.
 */
export const declineFallenSwaps: BeforeCommit = async ({ swaps }, events) => {
  const households = Map.groupBy(events.filter(mayEndSwaps), ({ householdId }) => householdId);
  for (const [householdId, own] of households)
    await swaps.declineFallen(householdId, Math.max(...own.map(({ at }) => at)));
};

/**
 * Declines the open swap requests of all households that are no longer valid, because a date has passed. Time passes
 * without an event, so a job runs this. Running it again does no harm. Returns the number of declined requests.
 */
export function declinePassedSwaps({ unitOfWork, clock }: Needs<'clock', 'swaps'>) {
  return (): Promise<number> => unitOfWork.run(({ swaps }) => swaps.declineFallen(null, clock.now()));
}

function mayEndSwaps(event: DomainEvent): boolean {
  switch (event.kind) {
    case 'occurrence': {
      const { before, after } = event;
      return (
        before !== null &&
        before.visibility === 'SHARED' &&
        (before.status !== after.status ||
          before.visibility !== after.visibility ||
          before.date !== after.date ||
          before.responsibleMemberIds.join() !== after.responsibleMemberIds.join())
      );
    }
    case 'series':
      return event.action !== 'extended';
    case 'swap':
      return event.action === 'accepted';
    case 'member':
      return event.action !== 'joined';
    default:
      return false;
  }
}
