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

/** What is told, and the swap or member that it is about. */
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

/** Many occurrences that are told at once. */
export type NotificationGroup = {
  readonly count: number;
  /** The next ones, for where nothing holds of the first any more. */
  readonly nextIds: readonly OccurrenceId[];
  /** The first dates. */
  readonly dates: readonly CivilDate[];
};

/** What only some news have. */
export type NotificationDetails = {
  /** Of a series: it has come to who is told; else it has gone from them. */
  readonly yours?: boolean;
  /** Of many occurrences, the first of which is named. */
  readonly among?: NotificationGroup;
  /** Of occurrences that left no trace: whose they were. */
  readonly removedFrom?: SeriesId;
  /** When it was before it was moved. */
  readonly before?: Pick<Occurrence, 'date' | 'time'>;
};

export type ReplanDetails = {
  /** To whom turns of the absence have come, and who are told of it; absent: nobody. */
  readonly toldIds?: readonly MemberId[];
};

/**
 * Every kind of background work and what it is told: JSON, and ids rather than contents, since the queue keeps
 * what it is given and what it names may have changed when the job runs.
 */
export type Jobs = {
  /** Brings the rows of all series up to the horizon. */
  'extend-horizons': Record<string, never>;
  /** Applies the missed policy of all series. */
  'skip-missed': Record<string, never>;
  /** Fetches a calendar of days from its address. */
  'fetch-day-calendar': { readonly householdId: HouseholdId; readonly dayCalendarId: DayCalendarId };
  /** Fetches those whose time has come. */
  'fetch-day-calendars': Record<string, never>;
  /** Lets those depart whose last day is over. */
  'depart-guests': Record<string, never>;
  /** Plans the next batch of the series that name the member again; `after`: the last one that is done. */
  'replan-turns': {
    readonly householdId: HouseholdId;
    readonly memberId: MemberId;
    readonly after: SeriesId;
  } & ReplanDetails;
  /** Carries out what is left of an operation that runs in several transactions. */
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
  /** Gives back what a connection that its owner has left still holds at the provider, and deletes its tokens. */
  'clear-calendar-connection': { readonly connectionId: CalendarConnectionId };
  /** Removes sessions, tokens and counters that are over. */
  'purge-expired': Record<string, never>;
  /** Tells members of what happened; it concerns whoever it says that is still there when it runs. */
  notify: NotificationSubject &
    NotificationDetails & {
      readonly householdId: HouseholdId;
      readonly actorId: MemberId | null;
      /** null: every member. */
      readonly recipientIds: readonly MemberId[] | null;
      readonly exceptIds: readonly MemberId[];
      readonly occurrenceId: OccurrenceId | null;
      /** The key of its cause, which makes it one notification a recipient, however often the job runs. */
      readonly cause: string;
    };
  /** All that follows from one transaction, where that is more than one thing. */
  'notify-all': { readonly news: readonly Jobs['notify'][] };
  /** Removes the bytes of files that are no attachments any more; null: all of the household. */
  'remove-files': { readonly householdId: HouseholdId; readonly fileIds: readonly AttachmentId[] | null };
  /** Removes what uploads left that never ended. */
  'purge-files': Record<string, never>;
  /** Empties the trash of what has lain there long enough. */
  'purge-trash': Record<string, never>;
  /** Finds whose morning it is. */
  'send-agendas': Record<string, never>;
  /** Puts what the day brings into the lists of a user, which wakes their devices. */
  'list-agenda': { readonly userId: UserId; readonly date: CivilDate };
  /** Mails it. */
  'mail-agenda': { readonly userId: UserId; readonly date: CivilDate };
  /** Wakes the devices of a user, one job each. */
  push: { readonly userId: UserId };
  /** `attempts`: how many there were before; absent: none. */
  'push-device': { readonly userId: UserId; readonly deviceId: DeviceId; readonly attempts?: number };
  /** Makes the reminders that have fallen due. */
  'send-reminders': Record<string, never>;
  /** Removes what the history has kept long enough. */
  'purge-history': Record<string, never>;
  /** Forgets changes that all clients have had time to read. */
  'purge-changes': Record<string, never>;
  /** Forget how to take back what is older than a week, and operations of more than thirty days. */
  'purge-operations': Record<string, never>;
  /** Publishes what a household owes its calendar. */
  'sweep-household-calendar': { readonly householdId: HouseholdId };
  /** Reads what changed in the household's calendar. */
  'pull-household-calendar': { readonly householdId: HouseholdId };
  /** Reads all of the household's calendar, sets it right, and publishes what is owed. */
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

/** Of the jobs of one name. */
export type JobCounts = {
  readonly job: string;
  /** For a worker that is free. */
  readonly waiting: number;
  /** For their time. */
  readonly deferred: number;
  readonly active: number;
  /** Among those that the queue still remembers. */
  readonly failed: number;
};
