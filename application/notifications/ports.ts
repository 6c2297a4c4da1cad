import type { Notification, NotificationId } from '../../domain/notifications/notification.js';
import type { Preferences, StoredPreferences } from '../../domain/notifications/preferences.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest, SortKey } from '../../domain/shared/page.js';
import type { CivilMoment, Instant, TimeZone } from '../../domain/shared/zone.js';
import type { Presence } from '../../domain/households/away.js';
import type { Household, Member, Role } from '../../domain/households/household.js';
import type { ReminderSubject } from '../../domain/notifications/reminders.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { Device, DeviceId, Platform, PushAddress } from '../../domain/notifications/device.js';

/** Reads notifications and notification preferences. */
export interface NotificationReader {
  /**
   * Lists the recipient's notifications in that household, newest first, then by id; sort key: [-createdAt, id]. A
   * notification about an occurrence that is now another member's PERSONAL one is hidden from the recipient: it is
   * neither listed nor marked as read.
   */
  list(
    householdId: HouseholdId,
    recipient: MemberId,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>>;
  /** Like `list`, for all households in which the user is an active member. */
  listAll(
    userId: UserId,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>>;
  /** Returns one badge for each household, in the given order. Runs one statement per household. */
  badges(homes: readonly MemberNow[]): Promise<readonly Badge[]>;
  /** Returns null if the user has never saved preferences. */
  preferences(userId: UserId): Promise<StoredPreferences | null>;
}

/** An active member of a household, with the current date and time in the household's time zone. */
export type MemberNow = {
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  readonly now: CivilMoment;
};

/** The counts that a client shows for one member in a household. */
export type Badge = {
  readonly householdId: HouseholdId;
  /** The number of unread notifications that `list` would return. */
  readonly unread: number;
  /**
   * The number of open tasks that are assigned to the member (alone or with others), dated today and not overdue, so
   * that no task counts twice.
   */
  readonly dueToday: number;
  /**
   * The number of open tasks that are assigned to the member and overdue (see `isOverdue` in domain/tasks/schedule).
   */
  readonly overdue: number;
  /** The number of open swap requests that the member may answer, for themselves or for a member for whom they act. */
  readonly openSwaps: number;
};

/** How a user can be notified: their preferences, time zone and channels. */
export type NotificationTarget = {
  readonly userId: UserId;
  readonly preferences: Preferences;
  readonly timeZone: TimeZone;
  /** True if the user has registered a device for push notifications, even if the session of the device has ended. */
  readonly hasDevices: boolean;
  /** True if the user has verified their e-mail address. */
  readonly emailVerified: boolean;
};

/** A user whose daily agenda is due. */
export type DueAgenda = NotificationTarget & {
  readonly at: Instant;
  /** True if the account is disabled. Nothing is sent then, and only the next agenda is planned. */
  readonly isDisabled: boolean;
};

export interface NotificationRepository extends NotificationReader {
  /**
   * Inserts the notifications that their recipients do not have yet, compared by type and cause, in one statement.
   * Returns those that it inserted. Of several parallel calls only one inserts a notification.
   */
  insertNew(notifications: readonly Notification[]): Promise<readonly Notification[]>;
  /**
   * Marks a notification as read. If it was read before, it keeps that time. Returns the notification. Returns null
   * if `list` would not return one with this id to the recipient.
   */
  markRead(
    householdId: HouseholdId,
    recipient: MemberId,
    id: NotificationId,
    at: Instant,
  ): Promise<Notification | null>;
  /** Marks all notifications that `list` returns as read. Returns how many were unread. */
  markAllRead(householdId: HouseholdId, recipient: MemberId, at: Instant): Promise<number>;
  /** Returns those of `memberIds` who have an enabled account. Former members of the households are included. */
  reachable(
    householdIds: readonly HouseholdId[],
    memberIds: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, NotificationTarget>>;
  savePreferences(userId: UserId, preferences: StoredPreferences): Promise<void>;
  /**
   * Sets when the next agenda of the user is due; null means never. Does nothing for a user who has not saved
   * preferences.
   */
  planAgenda(userId: UserId, at: Instant | null): Promise<void>;
  /** Returns and locks the due agendas, the earliest first. Rows that another worker has locked are skipped. */
  dueAgendas(now: Instant, limit: number): Promise<readonly DueAgenda[]>;
  /**
   * Records that the agenda of that day is being mailed. Returns false if it, or a later one, was recorded before, or
   * if the user has not saved preferences.
   */
  claimAgendaMail(userId: UserId, date: CivilDate): Promise<boolean>;
  /** Undoes `claimAgendaMail` after the mail could not be sent. */
  releaseAgendaMail(userId: UserId, date: CivilDate): Promise<void>;
  removeThoseOf(householdId: HouseholdId, recipient: MemberId): Promise<void>;
  /**
   * Deletes at most `limit` notifications of all households that were created before `before`. Returns how many it
   * deleted.
   */
  purge(before: Instant, limit: number): Promise<number>;
}

type PresenceOf = Pick<Member, 'id'> & Omit<Presence, 'leftAt'>;

/**
 * A member who may have to be reminded: one whom an open task concerns (see `concerns` in
 * domain/notifications/reminders), or one who may speak for such a member without an account, that is a manager or an
 * owner.
 */
export type ReminderCandidate = ReminderSubject &
  Omit<Presence, 'leftAt'> & {
    readonly householdId: Household['id'];
    readonly title: Occurrence['title'];
    readonly responsibleMemberIds: Occurrence['responsibleMemberIds'];
    /** The assignees who still have to act, see `listExpected` in domain/notifications/reminders. */
    readonly expectedMemberIds: readonly MemberId[];
    readonly role: Role;
    /**
     * If the candidate is reminded on behalf of a member without an account: that member, with their active managers.
     * null if it is the candidate's own task.
     */
    readonly forMember: (PresenceOf & { readonly managers: readonly PresenceOf[] }) | null;
  };

/**
 * Returns the unique sort key of a candidate. For the same task the candidate's own reminder comes before those on
 * behalf of others.
 */
export function candidateKey({ householdId, occurrenceId, memberId, forMember }: ReminderCandidate): SortKey {
  return [householdId, occurrenceId, memberId, forMember?.id ?? NIL_ID];
}

/** The nil UUID (RFC 9562), which sorts before every id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

export type ReminderWindow = { readonly since: Instant; readonly now: Instant };

/** Finds the tasks for which reminders are due, and stores the instant up to which reminders have been created. */
export interface ReminderRepository {
  /**
   * Returns the instant up to which reminders have been created, or null in `madeUntil` if there were none yet. Locks
   * it until the transaction ends. If another worker has locked it, returns null, so that only one worker creates
   * reminders.
   */
  claim(): Promise<{ readonly madeUntil: Instant | null } | null>;
  /** Stores the instant up to which reminders have been created. */
  made(until: Instant): Promise<void>;
  /**
   * Returns candidates for reminders that are due in the window, in a stable order: at most `limit` after the given
   * key. Sort key: `candidateKey`. The result includes every member for whom a reminder is due, and a few for whom
   * none is. The caller checks each candidate.
   */
  candidates(
    window: ReminderWindow,
    after: SortKey | null,
    limit: number,
  ): Promise<readonly ReminderCandidate[]>;
}

/** Reads devices. Devices whose session has ended are left out. */
export interface DeviceReader {
  /** Lists the user's devices, newest first, then by id; sort key: [-createdAt, id]. */
  list(userId: UserId, page: PageRequest): Promise<Page<Device>>;
}

export interface DeviceRepository extends DeviceReader {
  /**
   * Registers a push address. If the address is registered already, even for another user, its device becomes this
   * user's and keeps its id. Returns the stored device. If one address is registered several times in parallel, the
   * last registration wins.
   */
  register(device: Device, addressHash: string): Promise<Device>;
  /** Deletes the user's devices except for the `limit` that were seen last. */
  keepLatest(userId: UserId, limit: number): Promise<void>;
  idsOf(userId: UserId): Promise<readonly DeviceId[]>;
  find(userId: UserId, id: DeviceId): Promise<Device | null>;
  /** Deletes the device. Returns false if the user has no such device. */
  remove(userId: UserId, id: DeviceId): Promise<boolean>;
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The push service no longer knows this address, or the address must not be called. */
  | { readonly kind: 'gone' }
  /**
   * The push service cannot accept the message now. `afterMs` is the number of milliseconds after which it asks for a
   * retry, or null if it does not say.
   */
  | { readonly kind: 'retry'; readonly afterMs: number | null }
  /** The operator has to fix the configuration. No device of this platform can be reached. */
  | { readonly kind: 'misconfigured'; readonly reason: string };

/** Wakes a device. A push carries no content: the app then reads what is new (specification, Events 7). */
export interface PushSender {
  /** Returns whether devices of that platform can be reached in this installation. */
  reaches(platform: Platform): boolean;
  /** Never rejects. A `reason` never contains an address or a key. */
  send(address: PushAddress): Promise<PushOutcome>;
  /** The key that browsers need to subscribe (the VAPID public key), or null if they cannot. */
  readonly publicKey: string | null;
}
