import {
  moveItem,
  repeatedNames,
  withCheck,
  type ShoppingItem,
  type ShoppingItemId,
  type ShoppingLine,
} from '../../domain/shopping/item.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound, householdNotFound, validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Needs } from '../shared/needs.js';

/** An absent field keeps; `position` is the place in the list, 0 its top. */
export type ItemEdit = Partial<ShoppingLine> & { readonly checked?: boolean; readonly position?: number };

/**
 * Changes the fields that are given, and leaves the others to whoever changes them at the same time. NOT_FOUND for
 * what is not on the list: a tick that comes late brings nothing back.
 */
export function editItem({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (
    caller: MemberCaller,
    id: ShoppingItemId,
    { checked, position, ...fields }: ItemEdit,
  ): Promise<ShoppingItem> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const now = clock.now();
      if (position !== undefined) {
        const moved = moveItem(await lockList(scope, household.id), id, position);
        if (moved.length > 0) await scope.shopping.saveAll(moved);
      }
      const item = await scope.shopping.findForUpdate(household.id, id);
      if (item === null) throw notFound('shopping item');
      const ticked = checked === undefined ? item : withCheck(item, checked, memberId, now);
      const edited = { ...ticked, ...fields, updatedAt: now };
      await scope.shopping.saveAll([edited]);
      if (fields.section !== undefined) await scope.shopping.learnSection(household.id, edited, now);
      recordShopping(scope, caller, now);
      return edited;
    });
}

type Dependencies = Needs<'unitOfWork' | 'clock'>;

/** NOT_FOUND for what is not on the list. */
export function removeItem({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingItemId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      if (!(await scope.shopping.remove(caller.household.id, id))) throw notFound('shopping item');
      recordShopping(scope, caller, clock.now());
    });
}

/** Takes what is ticked off the list; gives how many that were. */
export function clearChecked({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller): Promise<number> =>
    unitOfWork.run(async (scope) => {
      const removed = await scope.shopping.removeChecked(caller.household.id);
      if (removed > 0) recordShopping(scope, caller, clock.now());
      return removed;
    });
}

/**
 * Replaces the way through the shop; items stay in the sections that they have, also in one that is not on the way.
 * VALIDATION_FAILED for two names that differ by case and accents alone.
 */
export function saveSections({ unitOfWork, clock }: Dependencies) {
  return async (caller: MemberCaller, names: readonly string[]): Promise<readonly string[]> => {
    const problems = repeatedNames(names);
    if (problems.length > 0) throw validationFailed(problems);
    return unitOfWork.run(async (scope) => {
      const { id } = caller.household;
      if ((await scope.households.findForUpdate(id)) === null) throw householdNotFound();
      await scope.shopping.saveSections(id, names);
      scope.operation.is('SHOPPING');
      recordShopping(scope, caller, clock.now());
      return names;
    });
  };
}

/** The list of a household as nobody else adds to it or moves in it until the transaction ends. */
export async function lockList(
  { households, shopping }: Pick<UnitOfWorkScope, 'households' | 'shopping'>,
  id: HouseholdId,
): Promise<readonly ShoppingItem[]> {
  if ((await households.findForUpdate(id)) === null) throw householdNotFound();
  return shopping.whole(id);
}

/** Tells that the caller changed the shopping list. */
export function recordShopping(
  { events }: Pick<UnitOfWorkScope, 'events'>,
  { household, memberId }: MemberCaller,
  at: Instant,
): void {
  events.raise({ kind: 'shopping', householdId: household.id, actorId: memberId, at });
}
