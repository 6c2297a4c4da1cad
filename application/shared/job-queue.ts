import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { DeviceId } from '../../domain/notifications/device.js';
import type { NotificationType } from '../../domain/notifications/notification.js';
import type {
  CalendarConnectionId,
  HouseholdId,
  InvitationId,
  MemberId,
  OccurrenceId,
  EmailChangeId,
  PasswordResetId,
  SeriesId,
  UserId,
} from '../../domain/shared/ids.js';
import type { SwapId } from '../../domain/series/swap.js';
import type { Instant } from '../../domain/shared/zone.js';

type SwapNotificationType = 'TURN_SWAP_REQUESTED' | 'TURN_SWAP_ANSWERED';
type MemberNotificationType = 'MEMBER_JOINED' | 'MEMBER_LEFT' | 'INVITATION_ACCEPTED';

/** What is told, and the swap or member that it is about. */
export type NotificationSubject =
  | { readonly type: SwapNotificationType; readonly subjectId: SwapId }
  | { readonly type: MemberNotificationType; readonly subjectId: MemberId }
  | {
      readonly type: Exclude<NotificationType, SwapNotificationType | MemberNotificationType>;
      readonly subjectId: null;
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
  /** Lets those depart whose last day is over. */
  'depart-guests': Record<string, never>;
  /** Plans the next batch of the series that name the member again; `after`: the last one that is done. */
  'replan-turns': {
    readonly householdId: HouseholdId;
    readonly memberId: MemberId;
    readonly after: SeriesId;
  };
  /** Sends the link with which a new password can be set. */
  'mail-password-reset': { readonly passwordResetId: PasswordResetId };
  /** Sends the link that proves an address. */
  'mail-email-proof': { readonly emailChangeId: EmailChangeId };
  /** Tells the address of before, with the link that refuses. */
  'mail-email-refusal': { readonly emailChangeId: EmailChangeId };
  /** Tells the owner of an account that another identity signs in to it. */
  'mail-identity-linked': { readonly userId: UserId };
  /** Sends an invitation to the address that it is for. */
  'mail-invitation': { readonly householdId: HouseholdId; readonly invitationId: InvitationId };
  /** Gives back what a connection that its owner has left still holds at the provider, and deletes its tokens. */
  'clear-calendar-connection': { readonly connectionId: CalendarConnectionId };
  /** Removes sessions, tokens and counters that are over. */
  'purge-expired': Record<string, never>;
  /** Tells members of what happened; it concerns whoever it says that is still there when it runs. */
  notify: NotificationSubject & {
    readonly householdId: HouseholdId;
    readonly actorId: MemberId | null;
    /** null: every member. */
    readonly recipientIds: readonly MemberId[] | null;
    readonly exceptIds: readonly MemberId[];
    readonly occurrenceId: OccurrenceId | null;
    /** The key of its cause, which makes it one notification a recipient, however often the job runs. */
    readonly cause: string;
  };
  /** Removes the bytes of files that are no attachments any more; null: all of the household. */
  'remove-files': { readonly householdId: HouseholdId; readonly fileIds: readonly AttachmentId[] | null };
  /** Removes what uploads left that never ended. */
  'purge-files': Record<string, never>;
  /** Empties the trash of what has lain there long enough. */
  'purge-trash': Record<string, never>;
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
