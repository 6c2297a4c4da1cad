import type { Category } from '../../domain/households/household.js';
import type { CategoryId } from '../../domain/shared/ids.js';
import { continueInRequest, takeFirstStep } from '../bulk/bulk-work.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { notFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { type CategoryWork, takeCategoryStep } from './category-steps.js';
import { raiseEvent } from '../shared/events/domain-event.js';

export type CategoryFields = Pick<Category, 'name' | 'color' | 'icon'>;

/**
 * Creates a category.
 *
 * @throws CATEGORY_NAME_TAKEN if the household has a category of that name.
 * @throws LIMIT_REACHED if the household, or the caller's account, has the maximum number of categories.
 */
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
      raiseEvent(scope.events, caller, category.createdAt, { kind: 'category', action: 'created', category });
    });
    return category;
  };
}

/**
 * Edits a category. Missing fields stay unchanged.
 *
 * @throws NOT_FOUND if the household has no such category.
 * @throws CATEGORY_NAME_TAKEN if another category has that name.
 */
export function editCategory({ unitOfWork, clock }: Needs<'unitOfWork' | 'clock'>) {
  return (caller: MemberCaller, id: CategoryId, edit: Partial<CategoryFields>): Promise<Category> =>
    unitOfWork.run(async (scope) => {
      const category = await lockCategory(scope, caller, id);
      const edited = { ...category, ...edit };
      await scope.categories.save(edited);
      raiseEvent(scope.events, caller, clock.now(), { kind: 'category', action: 'edited', category: edited });
      return edited;
    });
}

/**
 * The number of series and tasks from which the request that deletes a category removes it. If there are more, a job
 * continues.
 */
const IN_REQUEST = 2_000;

/** Deletes a category. Its tasks stay, without a category. The category exists until the last task has lost it. */
export function deleteCategory(dependencies: Needs<'unitOfWork' | 'clock'>) {
  const { unitOfWork } = dependencies;
  const take = takeCategoryStep(dependencies);
  return async (caller: MemberCaller, id: CategoryId): Promise<void> => {
    const first = await unitOfWork.run(async (scope) => {
      const category = await lockCategory(scope, caller, id);
      const work: CategoryWork = { kind: 'category', categoryId: id, done: 0 };
      const step = await takeFirstStep(dependencies, scope, caller, work, take);
      // Records a change of the category. Otherwise an operation that has changed only tasks so far would not be
      // shown as one about the category.
      if (step.left !== null) scope.journal.touch('category', category);
      return step;
    });
    await continueInRequest(dependencies, caller, first, take, ({ done }) => done < IN_REQUEST);
  };
}

/**
 * Locks a category whose tasks will be changed too. The household and its series are locked first. Throws NOT_FOUND
 * if the category does not exist.
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
