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

export interface NotificationReader {
  /**
   * The recipient's in that household, newest first, then by id; sort key: [-createdAt, id]. One about an occurrence
   * that has become another's PERSONAL one is absent for the recipient: not listed, not marked as read.
   */
  list(
    householdId: HouseholdId,
    recipient: MemberId,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>>;
  /** As `list`, of all households of which the user is an active member. */
  listAll(
    userId: UserId,
    filter: { readonly unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>>;
  /** One of each home, in their order, in one statement. */
  badges(homes: readonly HomeNow[]): Promise<readonly Badge[]>;
  /** null when the user has never said anything. */
  preferences(userId: UserId): Promise<StoredPreferences | null>;
}

/** An active member of a household, with what the clock on its wall shows. */
export type HomeNow = {
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  readonly now: CivilMoment;
};

/** What waits for one member in a household. */
export type Badge = {
  readonly householdId: HouseholdId;
  /** Notifications, as `list` gives them. */
  readonly unread: number;
  /** TODO, theirs (also with others), dated today and not overdue: nothing counts twice. */
  readonly dueToday: number;
  /** TODO, theirs, and `isOverdue` (domain/tasks/schedule). */
  readonly overdue: number;
  /** Open requests to exchange a turn of theirs. */
  readonly openSwaps: number;
};

/** How somebody wants to be told, and on which clock. */
export type Reachable = {
  readonly userId: UserId;
  readonly preferences: Preferences;
  readonly timeZone: TimeZone;
  /** Whether there is a device to wake. */
  readonly hasDevices: boolean;
  /** Whether they have proved that the address of their account is theirs. */
  readonly emailVerified: boolean;
};

/** Somebody whose agenda is due. */
export type DueAgenda = Reachable & {
  readonly at: Instant;
  /** They may not sign in: nothing is told, and the next morning is looked at again. */
  readonly isDisabled: boolean;
};

export interface NotificationRepository extends NotificationReader {
  /**
   * Writes those that their recipient does not have yet, by type and cause, in one statement; gives the ones that
   * it wrote. Of several that do so at once, one does.
   */
  insertNew(notifications: readonly Notification[]): Promise<readonly Notification[]>;
  /** Marks as read what is not; gives the notification, or null when the recipient has none of that id there. */
  markRead(
    householdId: HouseholdId,
    recipient: MemberId,
    id: NotificationId,
    at: Instant,
  ): Promise<Notification | null>;
  /** Those that `list` gives; tells how many were unread. */
  markAllRead(householdId: HouseholdId, recipient: MemberId, at: Instant): Promise<number>;
  /** Of those members of these households who have an account that may sign in. */
  reachable(
    householdIds: readonly HouseholdId[],
    memberIds: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, Reachable>>;
  savePreferences(userId: UserId, preferences: StoredPreferences): Promise<void>;
  /** When the agenda of a user who has saved preferences is due next; null: never. */
  planAgenda(userId: UserId, at: Instant | null): Promise<void>;
  /** Whose agenda is due, earliest first, locked; what others hold is left to them. */
  dueAgendas(now: Instant, limit: number): Promise<readonly DueAgenda[]>;
  /** Notes that the agenda of that day is being mailed; false where it or a later one has been. */
  claimAgendaMail(userId: UserId, date: CivilDate): Promise<boolean>;
  /** Takes it back, where it was mailed to nobody. */
  releaseAgendaMail(userId: UserId, date: CivilDate): Promise<void>;
  removeThoseOf(householdId: HouseholdId, recipient: MemberId): Promise<void>;
  /** Removes at most `limit` made before then, of all households; gives how many. */
  purge(before: Instant, limit: number): Promise<number>;
}

type PresenceOf = Pick<Member, 'id'> & Omit<Presence, 'leftAt'>;

/**
 * Somebody to remind: a member whom an open task `concerns`, as domain/notifications/reminders has it, or who may speak for
 * one without an account: a manager of theirs, or an owner.
 */
export type ReminderCandidate = ReminderSubject &
  Omit<Presence, 'leftAt'> & {
    readonly householdId: Household['id'];
    readonly title: Occurrence['title'];
    readonly responsibleMemberIds: Occurrence['responsibleMemberIds'];
    /** Of them, who is waited for: `listExpected` of domain/notifications/reminders. */
    readonly expectedMemberIds: readonly MemberId[];
    readonly role: Role;
    /** The member without an account, with their managers who are active; null: it is their own. */
    readonly forMember: (PresenceOf & { readonly managers: readonly PresenceOf[] }) | null;
  };

/** Each candidate once; of somebody's own first. */
export function candidateKey({ householdId, occurrenceId, memberId, forMember }: ReminderCandidate): SortKey {
  return [householdId, occurrenceId, memberId, forMember?.id ?? NOBODY];
}

/** Sorts before every id. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export type Window = { readonly since: Instant; readonly now: Instant };

export interface ReminderRepository {
  /**
   * The instant up to which reminders have been made; null: none ever. Locked until the transaction ends, so that
   * of two workers one makes them; null in `claimed` when another has it.
   */
  claim(): Promise<{ readonly madeUntil: Instant | null } | null>;
  made(until: Instant): Promise<void>;
  /**
   * Everybody for whom something may fall due in the window, in a stable order, at most `limit` after that one:
   * none too few, and not many more, whatever else is stored. Sort key: `candidateKey`.
   */
  candidates(window: Window, after: SortKey | null, limit: number): Promise<readonly ReminderCandidate[]>;
}

/** Devices whose session has ended are absent. */
export interface DeviceReader {
  /** Newest first, then by id; sort key: [-createdAt, id]. */
  list(userId: UserId, page: PageRequest): Promise<Page<Device>>;
}

export interface DeviceRepository extends DeviceReader {
  /**
   * Registers an address: one that is known, whoever's it was, becomes this user's and keeps its id; gives the device
   * as it is then. Of several that register one address at once, the last has it.
   */
  register(device: Device, addressHash: string): Promise<Device>;
  /** Leaves the user those `limit` that were seen last. */
  keepLatest(userId: UserId, limit: number): Promise<void>;
  idsOf(userId: UserId): Promise<readonly DeviceId[]>;
  find(userId: UserId, id: DeviceId): Promise<Device | null>;
  /** false when the user has no such device. */
  remove(userId: UserId, id: DeviceId): Promise<boolean>;
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** Nobody has this address any more, or it is none that may be called. */
  | { readonly kind: 'gone' }
  /** The push service cannot take it now; null: it does not say for how long. */
  | { readonly kind: 'retry'; readonly afterMs: number | null }
  /** The operator has to do something: no device can be reached. */
  | { readonly kind: 'misconfigured'; readonly reason: string };

/** Wakes a device. A push carries nothing: the app then reads what is new (specification, Events 7). */
export interface PushSender {
  /** Whether devices of that platform can be reached at all. */
  reaches(platform: Platform): boolean;
  /** Never rejects; no reason names an address or a key. */
  send(address: PushAddress): Promise<PushOutcome>;
  /** What browsers need to subscribe; null: they cannot. */
  readonly publicKey: string | null;
}
