import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { ShoppingItem } from '../../domain/shopping/item.js';
import { withFirst, type ShoppingListId } from '../../domain/shopping/list.js';
import { keyPrefix } from '../../domain/shopping/name-key.js';
import type { MemberCaller } from '../shared/caller.js';
import { findListKey } from './manage-lists.js';
import type { ItemSuggestion } from './ports.js';
import type { Needs } from '../composition/needs.js';

/**
 * Lists the items of one of the household's lists (null means the first). Throws NOT_FOUND if there is no such list.
 */
export function listItems({ shopping }: Needs<'shopping'>) {
  return async (
    { household }: MemberCaller,
    page: PageRequest,
    id: ShoppingListId | null = null,
  ): Promise<Page<ShoppingItem>> => {
    const listId = await findListKey(shopping, household.id, id);
    return shopping.list(household.id, page, { listId });
  };
}

/** Lists the items of all lists of the household. */
export function listAllItems({ shopping }: Needs<'shopping'>) {
  return ({ household }: MemberCaller, page: PageRequest): Promise<Page<ShoppingItem>> =>
    shopping.list(household.id, page);
}

/** Returns the household's lists in their order, the first list at the top. */
export function listLists({ shopping }: Needs<'shopping'>) {
  return async ({ household }: MemberCaller): Promise<ReturnType<typeof withFirst>> =>
    withFirst(household.id, await shopping.lists(household.id));
}

/** Returns the sections of the household's first list, in the order in which they are visited in the shop. */
export function listSections(dependencies: Needs<'shopping'>) {
  const list = listLists(dependencies);
  return async (caller: MemberCaller): Promise<readonly string[]> => (await list(caller))[0].sections;
}

const SUGGESTIONS = 10;

/**
 * Returns at most SUGGESTIONS things that the household has added before and whose names match `q`, the most often
 * added first. Things on one of its lists, ticked or not, are left out; names are compared by `nameKey`.
 */
export function suggestItems({ shopping }: Needs<'shopping'>) {
  return ({ household }: MemberCaller, q: string): Promise<readonly ItemSuggestion[]> =>
    shopping.suggestions(household.id, keyPrefix(q), SUGGESTIONS);
}
