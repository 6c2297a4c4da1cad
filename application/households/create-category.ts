import type { Category } from '../../domain/households/household.js';
import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Clock, IdGenerator } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { recordCategory } from './record-category.js';

export type CategoryFields = Pick<Category, 'name' | 'color' | 'icon'>;

/** CATEGORY_NAME_TAKEN when the household has one of that name. */
export function createCategory({
  unitOfWork,
  clock,
  ids,
}: {
  unitOfWork: UnitOfWork;
  clock: Clock;
  ids: IdGenerator;
}) {
  return async (caller: MemberCaller, fields: CategoryFields): Promise<Category> => {
    const category: Category = {
      ...fields,
      id: ids.next<CategoryId>(),
      householdId: caller.household.id,
      createdBy: caller.userId,
      createdAt: clock.now(),
    };
    await unitOfWork.run(async (scope) => {
      await scope.categories.insert(category);
      recordCategory(scope, caller, 'created', category, category.createdAt);
    });
    return category;
  };
}
