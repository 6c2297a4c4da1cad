import type { Category } from '../../domain/households/household.js';
import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';

/**
 * Locks a category whose tasks will be touched too, hence after the household and its series. NOT_FOUND when there is
 * none.
 */
export async function lockCategory(
  { households, series, categories }: UnitOfWorkScope,
  { household }: MemberCaller,
  id: CategoryId,
): Promise<Category> {
  await households.findForUpdate(household.id);
  await series.lockAll(household.id);
  const category = await categories.findForUpdate(household.id, id);
  if (category === null) throw notFound('category');
  return category;
}
