import type { FeedId } from '../../domain/shared/ids.js';
import type { Caller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** From now on its address leads nowhere. NOT_FOUND unless it is the caller's own. */
export function revokeFeed({ unitOfWork }: { unitOfWork: UnitOfWork }) {
  return (caller: Caller, id: FeedId): Promise<void> =>
    unitOfWork.run(async ({ feeds }) => {
      if (!(await feeds.remove(caller.userId, id))) throw notFound('feed');
    });
}
