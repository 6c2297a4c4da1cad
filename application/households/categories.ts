import type { Category } from '../../domain/households/household.js';
import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { notFound } from '../shared/errors.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Needs } from '../shared/needs.js';

export type CategoryFields = Pick<Category, 'name' | 'color' | 'icon'>;

/** CATEGORY_NAME_TAKEN when the household has one of that name. */
export function createCategory({ unitOfWork, clock, ids }: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return async (caller: MemberCaller, fields: CategoryFields): Promise<Category> => {
    const category: Category = {
      ...fields,
      id: ids.next<CategoryId>(),
      householdId: caller.household.id,
      createdBy: caller.memberId,
      createdAt: clock.now(),
    };
    await unitOfWork.run(async (scope) => {
      await scope.categories.insert(category);
      recordCategory(scope, caller, 'created', category, category.createdAt);
    });
    return category;
  };
}

/** Fields that are absent stay. NOT_FOUND, or CATEGORY_NAME_TAKEN when another has that name. */
export function editCategory({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, id: CategoryId, edit: Partial<CategoryFields>): Promise<Category> =>
    unitOfWork.run(async (scope) => {
      const category = await lockCategory(scope, caller, id);
      const edited = { ...category, ...edit };
      await scope.categories.save(edited);
      recordCategory(scope, caller, 'edited', edited, clock.now());
      return edited;
    });
}

/** Its tasks stay, without category. */
export function deleteCategory({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, id: CategoryId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const category = await lockCategory(scope, caller, id);
      const now = clock.now();
      await scope.categories.remove(caller.household.id, id, { now, by: caller.memberId });
      recordCategory(scope, caller, 'deleted', category, now);
    });
}

/**
 * Locks a category whose tasks will be touched too, hence after the household and its series. NOT_FOUND when there is
 * none.
 */
async function lockCategory(
  { households, series, categories }: Pick<UnitOfWorkScope, 'households' | 'series' | 'categories'>,
  { household }: MemberCaller,
  id: CategoryId,
): Promise<Category> {
  await households.findForUpdate(household.id);
  await series.lockAll(household.id);
  const category = await categories.findForUpdate(household.id, id);
  if (category === null) throw notFound('category');
  return category;
}

/** Tells what the caller did to a category. */
function recordCategory(
  { events }: Pick<UnitOfWorkScope, 'events'>,
  { memberId, household }: MemberCaller,
  action: 'created' | 'edited' | 'deleted',
  category: Pick<Category, 'id' | 'name'>,
  at: Instant,
): void {
  events.raise({ kind: 'category', action, category, householdId: household.id, actorId: memberId, at });
}
