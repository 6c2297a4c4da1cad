import type { Notification, NotificationId } from '../../domain/notifications/notification.js';
import type { Preferences, StoredPreferences } from '../../domain/notifications/preferences.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';

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
  /** null when the user has never said anything. */
  preferences(userId: UserId): Promise<StoredPreferences | null>;
}

/** How somebody wants to be told, and on which clock. */
export type Reachable = {
  readonly preferences: Preferences;
  readonly timeZone: TimeZone;
  /** Whether there is a device to wake. */
  readonly hasDevices: boolean;
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
  /** Of those users who have an account that may sign in. */
  reachable(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Reachable>>;
  savePreferences(userId: UserId, preferences: StoredPreferences): Promise<void>;
  removeThoseOf(householdId: HouseholdId, recipient: MemberId): Promise<void>;
  /** Removes at most `limit` made before then, of all households; gives how many. */
  purge(before: Instant, limit: number): Promise<number>;
}
