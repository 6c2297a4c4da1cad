import { repeatedNames } from '../../domain/shopping/item.js';
import {
  firstListId,
  storedListId,
  LISTS_LIMIT,
  withFirst,
  type ShoppingList,
  type ShoppingListEdit,
  type ShoppingListId,
} from '../../domain/shopping/list.js';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import {
  ApplicationError,
  householdNotFound,
  invalidState,
  limitReached,
  notFound,
  validationFailed,
} from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { ShoppingReader } from './ports.js';
import { raiseEvent } from '../shared/events/domain-event.js';

type Dependencies = Needs<'unitOfWork' | 'clock'>;

/**
 * Adds a list after the others.
 *
 * @throws LIMIT_REACHED if the household has the maximum number of lists.
 * @throws VALIDATION_FAILED if two sections have the same `nameKey`.
 */
export function createList({ unitOfWork, clock, ids }: Dependencies & Needs<'ids'>) {
  return async (
    caller: MemberCaller,
    { name, sections }: Pick<Required<ShoppingListEdit>, 'name' | 'sections'>,
  ): Promise<ShoppingList> => {
    requireDistinct(sections, 'sections.');
    return unitOfWork.run(async (scope) => {
      const { id: householdId } = caller.household;
      if ((await scope.households.findForUpdate(householdId)) === null) throw householdNotFound();
      const all = withFirst(householdId, await scope.shopping.lockLists(householdId));
      if (all.length >= LISTS_LIMIT)
        throw limitReached(
          'shoppingLists',
          `A household may have at most ${LISTS_LIMIT} shopping lists. Delete one first`,
        );
      const position = Math.max(...all.map((list) => list.position)) + 1;
      const list = { id: ids.next<ShoppingListId>(), householdId, name, sections, position };
      await scope.shopping.saveList(list);
      raiseEvent(scope.events, caller, clock.now(), { kind: 'shopping' });
      return list;
    });
  };
}

/**
 * Changes the given fields of a list. Items keep their section, even if it is no longer in the list's sections.
 *
 * @throws NOT_FOUND if there is no such list.
 * @throws VALIDATION_FAILED if two sections have the same `nameKey`.
 */
export function editList({ unitOfWork, clock }: Dependencies) {
  return async (
    caller: MemberCaller,
    id: ShoppingListId,
    edit: ShoppingListEdit,
    field = 'sections.',
  ): Promise<ShoppingList> => {
    requireDistinct(edit.sections ?? [], field);
    return unitOfWork.run(async (scope) => {
      const { household } = caller;
      if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
      const edited = await scope.shopping.editList(household.id, id, edit);
      if (edited === null) throw notFound('shopping list');
      raiseEvent(scope.events, caller, clock.now(), { kind: 'shopping' });
      return edited;
    });
  };
}

/**
 * Sets the sections of the first list, in the order in which the household walks through the shop. Throws as {@link
 * editList}.
 */
export function saveSections(dependencies: Dependencies) {
  const edit = editList(dependencies);
  return async (caller: MemberCaller, sections: readonly string[]): Promise<readonly string[]> =>
    (await edit(caller, firstListId(caller.household.id), { sections }, '')).sections;
}

/**
 * Deletes a list with its items. Throws NOT_FOUND if there is no such list, and INVALID_STATE for the first list, which
 * cannot be deleted.
 */
export function deleteList({ unitOfWork, clock }: Dependencies) {
  return (caller: MemberCaller, id: ShoppingListId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household } = caller;
      if (id === firstListId(household.id))
        throw invalidState('FIRST_LIST', 'The first shopping list cannot be deleted');
      if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
      if (!(await scope.shopping.removeList(household.id, id))) throw notFound('shopping list');
      raiseEvent(scope.events, caller, clock.now(), { kind: 'shopping' });
    });
}

/**
 * Returns the list id in the form that items store, which is null for the first list. The first list always exists,
 * so it is not looked up. Throws NOT_FOUND if there is no such list.
 */
export async function findListKey(
  shopping: Pick<ShoppingReader, 'lists'>,
  householdId: HouseholdId,
  id: ShoppingListId | null,
): Promise<ShoppingListId | null> {
  const key = storedListId(householdId, id);
  if (key === null) return null;
  const isThere = (await shopping.lists(householdId)).some((list) => list.id === key);
  if (!isThere) throw new ApplicationError('NOT_FOUND', 'No such shopping list');
  return key;
}

function requireDistinct(sections: readonly string[], prefix: string): void {
  const problems = repeatedNames(sections, prefix);
  if (problems.length > 0) throw validationFailed(problems);
}
