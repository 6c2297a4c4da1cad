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

/** The type of a notification, and the swap or member that it is about. */
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
  /** The following ones. They are used if the news about the first one no longer holds. */
  readonly nextIds: readonly OccurrenceId[];
  /** The first dates. */
  readonly dates: readonly CivilDate[];
};

/** Fields that only some notifications have. */
export type NotificationDetails = {
  /** For a series: true if the recipient became an assignee, false if they no longer are one. */
  readonly yours?: boolean;
  /** Set if the notification is about several occurrences. The first of them is named. */
  readonly among?: NotificationGroup;
  /** Set for occurrences that were removed without a trace: the series that they belonged to. */
  readonly removedFrom?: SeriesId;
  /** The date and time before the move. */
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
  /** Brings the rows of all series up to the horizon. */
  'extend-horizons': Record<string, never>;
  /** Applies the missed policy of all series. */
  'skip-missed': Record<string, never>;
  /** Fetches a calendar of days from its address. */
  'fetch-day-calendar': { readonly householdId: HouseholdId; readonly dayCalendarId: DayCalendarId };
  /** Fetches the day calendars that are due. */
  'fetch-day-calendars': Record<string, never>;
  /** Removes guests whose last day is over. */
  'depart-guests': Record<string, never>;
  /** Plans turns again in the next batch of series that name the member. `after` is the last series that is done. */
  'replan-turns': {
    readonly householdId: HouseholdId;
    readonly memberId: MemberId;
    readonly after: SeriesId;
  } & ReplanDetails;
  /** Runs the next step of an operation that takes several transactions. */
  'continue-bulk-work': {
    readonly householdId: HouseholdId;
    readonly operationId: OperationId;
    readonly actorId: MemberId;
  };
  /** Carries out the next part of work that the service does by itself in several transactions. */
  'continue-service-work': { readonly householdId: HouseholdId; readonly work: UnfinishedWork };
  /** Finds operations that were left unfinished. */
  'sweep-bulk-work': Record<string, never>;
  /** Sends the link with which a new password can be set. */
  'mail-password-reset': { readonly passwordResetId: PasswordResetId };
  /** Sends the link that proves an address. */
  'mail-email-proof': { readonly emailChangeId: EmailChangeId };
  /** Tells the address of before, with the link that refuses. */
  'mail-email-refusal': { readonly emailChangeId: EmailChangeId };
  'mail-email-changed': { readonly emailChangeId: EmailChangeId };
  /** Tells the owner of an account that another identity signs in to it. */
  'mail-identity-linked': { readonly userId: UserId };
  /** Sends an invitation to the address that it is for. */
  'mail-invitation': { readonly householdId: HouseholdId; readonly invitationId: InvitationId };
  /** Revokes the tokens of a connection whose owner has left, and deletes them. */
  'clear-calendar-connection': { readonly connectionId: CalendarConnectionId };
  /** Removes sessions, tokens and counters that are over. */
  'purge-expired': Record<string, never>;
  /** Notifies members of an event. When the job runs, it skips recipients for whom the news no longer holds. */
  notify: NotificationSubject &
    NotificationDetails & {
      readonly householdId: HouseholdId;
      readonly actorId: MemberId | null;
      /** null means every member. */
      readonly recipientIds: readonly MemberId[] | null;
      readonly exceptIds: readonly MemberId[];
      readonly occurrenceId: OccurrenceId | null;
      /** The key of its cause, which makes it one notification a recipient, however often the job runs. */
      readonly cause: string;
    };
  /** All that follows from one transaction, where that is more than one thing. */
  'notify-all': { readonly news: readonly Jobs['notify'][] };
  /** Deletes the stored bytes of removed attachments. null means all files of the household. */
  'remove-files': { readonly householdId: HouseholdId; readonly fileIds: readonly AttachmentId[] | null };
  /** Removes what uploads left that never ended. */
  'purge-files': Record<string, never>;
  /** Empties the trash of what has lain there long enough. */
  'purge-trash': Record<string, never>;
  /** Finds the users for whom the time of the daily agenda has come. */
  'send-agendas': Record<string, never>;
  /** Puts what the day brings into the lists of a user, which wakes their devices. */
  'list-agenda': { readonly userId: UserId; readonly date: CivilDate };
  /** Mails it. */
  'mail-agenda': { readonly userId: UserId; readonly date: CivilDate };
  /** Wakes the devices of a user, one job each. */
  push: { readonly userId: UserId };
  /** `attempts` is the number of earlier attempts. Missing means none. */
  'push-device': { readonly userId: UserId; readonly deviceId: DeviceId; readonly attempts?: number };
  /** Makes the reminders that have fallen due. */
  'send-reminders': Record<string, never>;
  /** Removes what the history has kept long enough. */
  'purge-history': Record<string, never>;
  /** Forgets changes that all clients have had time to read. */
  'purge-changes': Record<string, never>;
  /**
   * Deletes the inverses of operations that are older than a week, and operations that are older than 30 days.
   */
  'purge-operations': Record<string, never>;
  /** Publishes what a household owes its calendar. */
  'sweep-household-calendar': { readonly householdId: HouseholdId };
  /** Reads what changed in the household's calendar. */
  'pull-household-calendar': { readonly householdId: HouseholdId };
  /** Reads the household's whole calendar, corrects differences, and writes pending changes. */
  'synchronise-household-calendar': { readonly householdId: HouseholdId };
  /** Deletes what the household left in calendars that it does not use any more. */
  'clear-household-calendar': { readonly householdId: HouseholdId };
  'sweep-calendars': Record<string, never>;
  'pull-calendars': Record<string, never>;
  'reconcile-calendars': Record<string, never>;
};
export type JobName = keyof Jobs;

export type EnqueueOptions = {
  /** Not before; default: at once. */
  readonly startAfter?: Instant;
  /**
   * While a job of this name and key waits to start, another one is dropped, since it would find nothing left
   * to do: an implementation makes sure that the waiting one then starts after this transaction has ended.
   * A job that has started does not count.
   */
  readonly singletonKey?: string;
};

export interface JobQueue {
  /**
   * Adds a job, in the transaction of the scope that it is taken from: it runs, at least once, if and only if
   * the transaction commits. The payload is copied. Jobs must be safe to run twice, and in any order.
   */
  enqueue<Name extends JobName>(name: Name, payload: Jobs[Name], options?: EnqueueOptions): Promise<void>;
}

/** The number of jobs of one name by state. */
export type JobCounts = {
  readonly job: string;
  /** Jobs that wait for a free worker. */
  readonly waiting: number;
  /** Jobs that wait for their start time. */
  readonly deferred: number;
  readonly active: number;
  /** Among those that the queue still remembers. */
  readonly failed: number;
};
