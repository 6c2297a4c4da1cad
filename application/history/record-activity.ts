import type { ActivityId } from '../../domain/history/activity.js';
import type { TaskId, UserId } from '../../domain/shared/ids.js';
import type { Follower } from '../events/follower.js';
import type { HouseholdEvent } from '../events/household-event.js';
import type { IdGenerator } from '../ports/id-generator.js';
import { toldOf } from './activity-of.js';

/**
 * Writes the history in the transaction of its cause. When a task becomes PERSONAL, or SHARED, so does what was told
 * of it before: the history shows nobody what the lists would not.
 */
export function recordActivity({ ids }: { ids: IdGenerator }): Follower {
  return async ({ activities }, events) => {
    const told = events.flatMap((event) => {
      const what = toldOf(event);
      const { householdId, at, actorId } = event;
      return what === null ? [] : [{ id: ids.next<ActivityId>(), householdId, at, actorId, ...what }];
    });
    if (told.length > 0) await activities.insertAll(told);
    for (const event of events) {
      const turned = turnedVisibility(event);
      if (turned !== null) await activities.showOnlyTo(event.householdId, turned.taskId, turned.onlyFor);
    }
  };
}

function turnedVisibility(event: HouseholdEvent): { taskId: TaskId; onlyFor: UserId | null } | null {
  if (event.kind === 'occurrence') {
    const { before, after } = event;
    if (before === null || before.visibility === after.visibility) return null;
    return { taskId: after.taskId, onlyFor: after.visibility === 'PERSONAL' ? after.createdBy : null };
  }
  if (event.kind !== 'series' || event.visibilityBefore === undefined) return null;
  const { taskId, template, createdBy } = event.series;
  if (event.visibilityBefore === template.visibility) return null;
  return { taskId, onlyFor: template.visibility === 'PERSONAL' ? createdBy : null };
}
