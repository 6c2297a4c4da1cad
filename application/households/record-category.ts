import type { Category } from '../../domain/households/household.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/** Tells what the caller did to a category. */
export function recordCategory(
  { events }: UnitOfWorkScope,
  { userId, household }: MemberCaller,
  action: 'created' | 'edited' | 'deleted',
  category: Pick<Category, 'id' | 'name'>,
  at: Instant,
): void {
  events.record({ kind: 'category', action, category, householdId: household.id, actorId: userId, at });
}
