import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { DeviceId } from '../../domain/notifications/device.js';
import type { NotificationType } from '../../domain/notifications/notification.js';
import type {
  CalendarConnectionId,
  DayCalendarId,
  HouseholdId,
  InvitationId,
  MemberId,
  OccurrenceId,
  EmailChangeId,
  PasswordResetId,
  SeriesId,
  UserId,
  OperationId,
} from '../../domain/shared/ids.js';
import type { SwapId } from '../../domain/series/swap.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { Instant } from '../../domain/shared/zone.js';

type SwapNotificationType = 'TURN_SWAP_REQUESTED' | 'TURN_SWAP_ANSWERED';
type DayCalendarNotificationType = 'DAY_CALENDAR_FAILED';
type MemberNotificationType = 'MEMBER_JOINED' | 'MEMBER_LEFT' | 'INVITATION_ACCEPTED' | 'DISPLAY_LOCKED';

/**
 * The type of a notification, and the id of the swap, member, series or day calendar that it is about. null means
 * that it is about occurrences or the household.
 */
export type NotificationSubject =
  | { readonly type: SwapNotificationType; readonly subjectId: SwapId }
  | { readonly type: MemberNotificationType; readonly subjectId: MemberId }
  | { readonly type: 'SERIES_HANDED_OVER'; readonly subjectId: SeriesId }
  | { readonly type: DayCalendarNotificationType; readonly subjectId: DayCalendarId }
  | {
      readonly type: Exclude<
        NotificationType,
        SwapNotificationType | MemberNotificationType | DayCalendarNotificationType | 'SERIES_HANDED_OVER'
      >;
      readonly subjectId: null;
    };

/** Several occurrences that are reported in one notification. */
export type NotificationGroup = {
  readonly count: number;
  /**
   * The next few occurrences after the first one. If the notification no longer applies to the first one, it names
   * the next of these to which it applies.
   */
  readonly nextIds: readonly OccurrenceId[];
  /** The dates of the first few occurrences. */
  readonly dates: readonly CivilDate[];
};

/** Fields that only some notifications have. */
export type NotificationDetails = {
  /**
   * True if the recipient became an assignee of the series, false if they no longer are one. Only in notifications
   * about a series.
   */
  readonly yours?: boolean;
  /**
   * Set if the notification is about several occurrences, the first of which is named, or about occurrences that were
   * deleted permanently.
   */
  readonly among?: NotificationGroup;
  /** The series of occurrences that were deleted permanently, which a client cannot look up any more. */
  readonly removedFrom?: SeriesId;
  /** The date and time of the occurrence before it was moved. */
  readonly before?: Pick<Occurrence, 'date' | 'time'>;
};

export type ReplanDetails = {
  /** Members who got turns because of the absence and are notified about them. Missing means nobody. */
  readonly toldIds?: readonly MemberId[];
};

/**
 * All kinds of background jobs with their payloads. A payload is JSON and contains ids instead of content,
 * because the queue stores it and the content may have changed when the job runs.
 */
export type Jobs = {
  /**
   * Creates the missing rows of all series for the next HORIZON_DAYS days, and assigns the next turns of balanced
   * rotations.
   */
  'extend-horizons': Record<string, never>;
  /**
   * Skips older open occurrences of series with the missed policy `keepLatest`, when a newer one is due. Also
   * declines swap requests whose dates have passed.
   */
  'skip-missed': Record<string, never>;
  /** Fetches a day calendar from its address. */
  'fetch-day-calendar': { readonly householdId: HouseholdId; readonly dayCalendarId: DayCalendarId };
  /** Fetches the day calendars (public or school holidays, for example) whose next fetch is due. */
  'fetch-day-calendars': Record<string, never>;
  /** Removes guests whose last day has passed. */
  'depart-guests': Record<string, never>;
  /**
   * Plans the turns again after a member has left the household or a member's absences have changed, for the next
   * batch of the series that name this member. `after` is the last series of the previous batch.
   */
  'replan-turns': {
    readonly householdId: HouseholdId;
    readonly memberId: MemberId;
    readonly after: SeriesId;
  } & ReplanDetails;
  /** Carries out the remaining parts of an operation that takes several transactions. */
  'continue-bulk-work': {
    readonly householdId: HouseholdId;
    readonly operationId: OperationId;
    readonly actorId: MemberId;
  };
  /** Carries out the next part of work that the service does by itself in several transactions. */
  'continue-service-work': { readonly householdId: HouseholdId; readonly work: UnfinishedWork };
  /** Queues a job for each operation that was interrupted. */
  'sweep-bulk-work': Record<string, never>;
  /** Sends the link with which a new password can be set. */
  'mail-password-reset': { readonly passwordResetId: PasswordResetId };
  /** Sends the link that verifies an e-mail address. */
  'mail-email-proof': { readonly emailChangeId: EmailChangeId };
  /** Notifies the current address of a requested change, with a link that cancels it. */
  'mail-email-refusal': { readonly emailChangeId: EmailChangeId };
  'mail-email-changed': { readonly emailChangeId: EmailChangeId };
  /** Notifies the owner of an account that another identity can sign in to it. */
  'mail-identity-linked': { readonly userId: UserId };
  /** Sends an invitation to the invited address. */
  'mail-invitation': { readonly householdId: HouseholdId; readonly invitationId: InvitationId };
  /** Revokes the tokens of a connection that its owner has disconnected, and deletes them. */
  'clear-calendar-connection': { readonly connectionId: CalendarConnectionId };
  /**
   * Deletes expired sessions, tokens and counters, and calendar connections whose permission could not be revoked in
   * time.
   */
  'purge-expired': Record<string, never>;
  /**
   * Notifies members of an event. The job skips recipients to whom the notification no longer applies when it runs.
   */
  notify: NotificationSubject &
    NotificationDetails & {
      readonly householdId: HouseholdId;
      readonly actorId: MemberId | null;
      /** The members who may be notified. null means every member. */
      readonly recipientIds: readonly MemberId[] | null;
      readonly exceptIds: readonly MemberId[];
      readonly occurrenceId: OccurrenceId | null;
      /** Identifies the event. Each recipient gets one notification per cause, even if the job runs twice. */
      readonly cause: string;
    };
  /** Contains the `notify` jobs of a transaction that caused several of them. */
  'notify-all': { readonly news: readonly Jobs['notify'][] };
  /** Deletes the stored bytes of removed attachments. `fileIds` null means all files of the household. */
  'remove-files': { readonly householdId: HouseholdId; readonly fileIds: readonly AttachmentId[] | null };
  /** Deletes the files and reservations of interrupted uploads. */
  'purge-files': Record<string, never>;
  /** Deletes tasks that have been in the trash for 30 days. */
  'purge-trash': Record<string, never>;
  /** Writes the agenda of a user into their notifications in the app, which then causes a push. */
  'list-agenda': { readonly userId: UserId; readonly date: CivilDate };
  /** Sends the agenda of a user by e-mail. */
  'mail-agenda': { readonly userId: UserId; readonly date: CivilDate };
  /** Queues a `push-device` job for each device of a user. */
  push: { readonly userId: UserId };
  /** Sends a push to one device. `attempts` is the number of earlier attempts; missing means none. */
  'push-device': { readonly userId: UserId; readonly deviceId: DeviceId; readonly attempts?: number };
  /** Creates the reminders that have become due, and queues the daily agenda of every user for whom it is due. */
  'send-due-notifications': Record<string, never>;
  /**
   * Deletes history entries and notifications that are older than their retention time, and expired ids of deleted
   * rows.
   */
  'purge-history': Record<string, never>;
  /** Deletes entries of the change feed that are older than their retention time. */
  'purge-changes': Record<string, never>;
  /**
   * Deletes the data for undo (inverses) of operations that are older than a week or exceed the limit of their
   * household, and operations that are older than 30 days.
   */
  'purge-operations': Record<string, never>;
  /** Writes the pending changes of a household to its calendar. */
  'sweep-household-calendar': { readonly householdId: HouseholdId };
  /** Reads the changes that people made in the household's calendar. */
  'pull-household-calendar': { readonly householdId: HouseholdId };
  /** Reads the household's whole calendar, corrects differences, and writes pending changes. */
  'synchronise-household-calendar': { readonly householdId: HouseholdId };
  /** Deletes the household's events in calendars that it no longer uses. */
  'clear-household-calendar': { readonly householdId: HouseholdId };
  'sweep-calendars': Record<string, never>;
  'pull-calendars': Record<string, never>;
  'reconcile-calendars': Record<string, never>;
};
export type JobName = keyof Jobs;

export type EnqueueOptions = {
  /** The earliest time at which the job starts. Missing means immediately. */
  readonly startAfter?: Instant;
  /**
   * Prevents duplicates: if a job with this name and key already waits, the new job is not added. The waiting job
   * starts after this transaction has committed, so it sees the changes of this transaction. A job that has started
   * does not count as waiting.
   */
  readonly singletonKey?: string;
};

export interface JobQueue {
  /**
   * Adds a job in the transaction that this queue belongs to. The job runs at least once if the transaction commits,
   * and never otherwise. The payload is copied. Jobs may run twice and in any order.
   */
  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: EnqueueOptions): Promise<void>;
}

/** Remembers a function that is called after the current transaction has committed, and not if it is rolled back. */
export type AfterCommit = (call: () => void) => void;

/** The number of jobs of one name by state. */
export type JobCounts = {
  readonly job: string;
  /** The number of jobs that wait for a free worker. */
  readonly waiting: number;
  /** The number of jobs that wait for their start time. */
  readonly deferred: number;
  readonly active: number;
  /** The number of failed jobs that the queue has not deleted yet. */
  readonly failed: number;
};
