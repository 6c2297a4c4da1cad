import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { lockCategory } from './lock-category.js';
import { recordCategory } from './record-category.js';

/** Its tasks stay, without category. */
export function deleteCategory({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller, id: CategoryId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const category = await lockCategory(scope, caller, id);
      const now = clock.now();
      await scope.categories.remove(caller.household.id, id, now);
      recordCategory(scope, caller, 'deleted', category, now);
    });
}
