import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/** Tells that the caller changed the shopping list. */
export function recordShopping(
  { events }: UnitOfWorkScope,
  { household, userId }: MemberCaller,
  at: Instant,
): void {
  events.record({ kind: 'shopping', householdId: household.id, actorId: userId, at });
}
