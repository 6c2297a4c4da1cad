import type { ActivityId } from '../../domain/history/activity.js';
import type { Follower } from '../shared/events/follower.js';
import type { IdGenerator } from '../shared/ports.js';
import { toldOf } from './activity-of.js';

/**
 * Writes the history in the transaction of its cause. Who may read an entry is settled then and for ever: a task that
 * is SHARED later opens nothing that was told while it was PERSONAL, and the reverse takes nothing back.
 */
export function recordActivity({ ids }: { ids: IdGenerator }): Follower {
  return async ({ activities }, events) => {
    const told = events.flatMap((event) => {
      const what = toldOf(event);
      const { householdId, at, actorId } = event;
      return what === null ? [] : [{ id: ids.next<ActivityId>(), householdId, at, actorId, ...what }];
    });
    if (told.length > 0) await activities.insertAll(told);
  };
}
