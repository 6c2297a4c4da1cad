import type { Follower } from '../shared/events/follower.js';
import { causesOf } from './causes.js';

/** Queues what others are to be told, in the transaction of its cause; nothing where it concerns nobody else. */
export const queueNotifications: Follower = async ({ jobs }, events) => {
  for (const event of events) {
    for (const { recipientIds, exceptIds = [], ...cause } of causesOf(event)) {
      const others = recipientIds?.filter((id) => id !== event.actorId) ?? null;
      if (others?.length === 0) continue;
      await jobs.enqueue('notify', {
        householdId: event.householdId,
        actorId: event.actorId,
        recipientIds: others,
        exceptIds: event.actorId === null ? [...exceptIds] : [...exceptIds, event.actorId],
        ...cause,
      });
    }
  }
};
