import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../caller.js';
import { notFound } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import { recordCategory } from './record-category.js';

/** Its tasks stay, without category. */
export function deleteCategory({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller, id: CategoryId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { categories } = scope;
      const category = await categories.findForUpdate(caller.household.id, id);
      if (category === null) throw notFound('category');
      const now = clock.now();
      await categories.remove(caller.household.id, id, now);
      recordCategory(scope, caller, 'deleted', category, now);
    });
}
