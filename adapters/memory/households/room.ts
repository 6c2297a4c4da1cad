import { Room } from '../../../application/households/room.js';
import { holdingsOf, NOTHING_HELD } from '../../../domain/households/ceilings.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { Store } from '../store.js';

export function roomIn({ occurrences, series }: Store): Room {
  return new Room((id) => {
    const isOwn = ({ householdId }: { householdId: HouseholdId }) => householdId === id;
    const held = holdingsOf(occurrences.filter(isOwn), series.filter(isOwn));
    return Promise.resolve(held.get(id) ?? NOTHING_HELD);
  });
}
