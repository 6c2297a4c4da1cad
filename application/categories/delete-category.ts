import type { CategoryId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../caller.js';
import { notFound } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

/** Its tasks stay, without category. */
export function deleteCategory({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }) {
  return (caller: MemberCaller, id: CategoryId): Promise<void> =>
    unitOfWork.run(async ({ categories }) => {
      if (!(await categories.remove(caller.household.id, id, clock.now()))) throw notFound('category');
    });
}
