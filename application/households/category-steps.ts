import type { UnfinishedWork } from '../../domain/operations/operation.js';
import type { CategoryId, OccurrenceId } from '../../domain/shared/ids.js';
import type { TakeStep } from '../bulk/bulk-work.js';
import type { Needs } from '../composition/needs.js';
import { raiseEvent } from '../shared/events/domain-event.js';

/** The remaining work of deleting a category. */
export type CategoryWork = UnfinishedWork & {
  readonly kind: 'category';
  readonly categoryId: CategoryId;
  /**
   * The last occurrence that has lost the category, in the order of ids. Missing or null means that no occurrence has
   * lost it yet.
   */
  readonly after?: OccurrenceId | null;
};

/** The number of series and tasks from which one transaction removes a deleted category. */
const ROWS_AT_ONCE = 250;

/**
 * Removes the category from the next series and tasks. The last part also removes it from tasks that have got it
 * since, and deletes it.
 */
export function takeCategoryStep({ clock }: Needs<'clock'>): TakeStep<CategoryWork, void> {
  return async (scope, actor, work) => {
    const { household, memberId } = actor;
    await scope.series.lockAll(household.id);
    const category = await scope.categories.findForUpdate(household.id, work.categoryId);
    // Another request has deleted the category in between.
    if (category === null) return { left: null, result: undefined };
    const now = clock.now();
    const stamp = { now, by: memberId };
    const part = { after: work.after ?? null, limit: ROWS_AT_ONCE };
    const { count, last } = await scope.categories.clear(household.id, category.id, stamp, part);
    if (count === ROWS_AT_ONCE) {
      const { kind, categoryId, done } = work;
      return { left: { kind, categoryId, done: done + count, after: last }, result: undefined };
    }
    await scope.categories.remove(household.id, category.id, stamp);
    raiseEvent(scope.events, actor, now, { kind: 'category', action: 'deleted', category });
    return { left: null, result: undefined };
  };
}
