import type { Category } from '../../domain/households/household.js';
import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import type { CategoryFields } from './create-category.js';
import { lockCategory } from './lock-category.js';
import { recordCategory } from './record-category.js';

/** Fields that are absent stay. NOT_FOUND, or CATEGORY_NAME_TAKEN when another has that name. */
export function editCategory({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller, id: CategoryId, edit: Partial<CategoryFields>): Promise<Category> =>
    unitOfWork.run(async (scope) => {
      const category = await lockCategory(scope, caller, id);
      const edited = { ...category, ...edit };
      await scope.categories.save(edited);
      recordCategory(scope, caller, 'edited', edited, clock.now());
      return edited;
    });
}
