import type { NotificationCause } from '../../domain/notifications/cause.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Jobs, NotificationSubject, NotificationDetails } from '../shared/job-queue.js';

/**
 * A notification to queue, and the members whom it may concern. Whether they are still there and want it is decided
 * when it is sent.
 */
export type NotificationToQueue = NotificationSubject &
  NotificationDetails &
  Pick<Jobs['notify'], 'occurrenceId'> & {
    /** The members who may be notified. null means every member. */
    readonly recipientIds: readonly MemberId[] | null;
    /** Members who are left out, because they get another notification. */
    readonly exceptIds?: readonly MemberId[];
    readonly cause: NotificationCause;
  };
