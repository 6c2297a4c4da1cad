import type { Follower } from '../shared/events/follower.js';

/** With a household go the bytes of its files, once it is gone. */
export const filesFollow: Follower = async ({ jobs }, events) => {
  for (const event of events)
    if (event.kind === 'household' && event.action === 'deleted')
      await jobs.enqueue('remove-files', { householdId: event.householdId, fileIds: null });
};
