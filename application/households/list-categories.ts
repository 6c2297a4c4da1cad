import type { Category } from '../../domain/households/household.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { MemberCaller } from '../shared/caller.js';
import type { CategoryReader } from './ports.js';

export function listCategories({ categories }: { categories: CategoryReader }) {
  return (caller: MemberCaller, page: PageRequest): Promise<Page<Category>> =>
    categories.list(caller.household.id, page);
}
