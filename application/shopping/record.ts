import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';

/** Raises the event that the caller changed the shopping lists. */
export function recordShopping(
  { events }: Pick<UnitOfWorkScope, 'events'>,
  { household, memberId }: MemberCaller,
  at: Instant,
): void {
  events.raise({ kind: 'shopping', householdId: household.id, actorId: memberId, at });
}
