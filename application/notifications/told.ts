import type { NotificationCause } from '../../domain/notifications/cause.js';
import type { MemberId } from '../../domain/shared/ids.js';
import type { Jobs, NotificationSubject, NotifiedFurther } from '../shared/job-queue.js';

/** Whom an event may concern. Who of them is still there, and wants to know, is decided when it is told. */
export type Told = NotificationSubject &
  NotifiedFurther &
  Pick<Jobs['notify'], 'occurrenceId'> & {
    /** null: every member. */
    readonly recipientIds: readonly MemberId[] | null;
    /** Those who are told something else. */
    readonly exceptIds?: readonly MemberId[];
    readonly cause: NotificationCause;
  };
