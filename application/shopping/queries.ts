import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { ShoppingItem } from '../../domain/shopping/item.js';
import { nameKey } from '../../domain/shopping/name-key.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Suggestion } from './ports.js';
import type { Needs } from '../shared/needs.js';

/** The household's list, the same for everybody. */
export function listItems({ shopping }: Needs<'shopping'>) {
  return ({ household }: MemberCaller, page: PageRequest): Promise<Page<ShoppingItem>> =>
    shopping.list(household.id, page);
}

/** The household's way through its shop. */
export function listSections({ shopping }: Needs<'shopping'>) {
  return ({ household }: MemberCaller): Promise<readonly string[]> => shopping.sections(household.id);
}

const SUGGESTIONS = 10;

/** What the household often adds and does not have on its list. */
export function suggestItems({ shopping }: Needs<'shopping'>) {
  return ({ household }: MemberCaller, q: string): Promise<readonly Suggestion[]> =>
    shopping.suggestions(household.id, nameKey(q), SUGGESTIONS);
}
