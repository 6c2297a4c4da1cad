import type { NotificationRepository, Reachable } from '../../../application/notifications/ports.js';
import type { Notification, NotificationId } from '../../../domain/notifications/notification.js';
import { preferencesOf, type StoredPreferences } from '../../../domain/notifications/preferences.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { isVisibleTo } from '../../../domain/tasks/occurrence.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemoryNotificationRepository implements NotificationRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(
    householdId: HouseholdId,
    recipient: MemberId,
    { unread }: { unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>> {
    const shown = this.#shownTo(householdId, recipient).filter(({ readAt }) => !unread || readAt === null);
    return Promise.resolve(pageFrom(shown, page, newestFirst));
  }

  preferences(userId: UserId): Promise<StoredPreferences | null> {
    return Promise.resolve(this.#store.notificationPreferences.get(userId) ?? null);
  }

  insertNew(notifications: readonly Notification[]): Promise<readonly Notification[]> {
    const isKnown = (one: Notification) =>
      this.#of(one.householdId, one.recipientId).some(
        ({ type, cause }) => type === one.type && cause === one.cause,
      );
    const written = [];
    for (const one of notifications) {
      if (isKnown(one)) continue;
      this.#save(one);
      written.push(one);
    }
    return Promise.resolve(written);
  }

  markRead(
    householdId: HouseholdId,
    recipient: MemberId,
    id: NotificationId,
    at: Instant,
  ): Promise<Notification | null> {
    const found = this.#shownTo(householdId, recipient).find((one) => one.id === id);
    if (found === undefined) return Promise.resolve(null);
    const read = { ...found, readAt: found.readAt ?? at };
    this.#save(read);
    return Promise.resolve(read);
  }

  markAllRead(householdId: HouseholdId, recipient: MemberId, at: Instant): Promise<number> {
    const unread = this.#shownTo(householdId, recipient).filter(({ readAt }) => readAt === null);
    for (const one of unread) this.#save({ ...one, readAt: at });
    return Promise.resolve(unread.length);
  }

  reachable(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Reachable>> {
    const accounts = this.#store.accounts.filter(
      ({ id, disabledAt }) => userIds.includes(id) && disabledAt === null,
    );
    return Promise.resolve(
      new Map(
        accounts.map(({ id, timeZone }) => {
          const preferences = preferencesOf(this.#store.notificationPreferences.get(id) ?? null);
          const hasDevices = this.#store.devices.filter(({ userId }) => userId === id).length > 0;
          return [id, { timeZone, preferences, hasDevices }];
        }),
      ),
    );
  }

  savePreferences(userId: UserId, preferences: StoredPreferences): Promise<void> {
    this.#store.notificationPreferences.set(userId, preferences);
    return Promise.resolve();
  }

  removeThoseOf(householdId: HouseholdId, recipient: MemberId): Promise<void> {
    for (const { id } of this.#of(householdId, recipient))
      this.#store.notifications.delete(keyOf(householdId, id));
    return Promise.resolve();
  }

  purge(before: Instant, limit: number): Promise<number> {
    const old = this.#store.notifications.filter(({ createdAt }) => createdAt < before).slice(0, limit);
    for (const { householdId, id } of old) this.#store.notifications.delete(keyOf(householdId, id));
    return Promise.resolve(old.length);
  }

  #of(householdId: HouseholdId, recipient: MemberId): Notification[] {
    return this.#store.notifications.filter(
      (one) => one.householdId === householdId && one.recipientId === recipient,
    );
  }

  #save(notification: Notification): void {
    this.#store.notifications.set(keyOf(notification.householdId, notification.id), notification);
  }

  /** The recipient's, but for those about what they may not see. */
  #shownTo(householdId: HouseholdId, recipient: MemberId): Notification[] {
    return this.#of(householdId, recipient).filter(({ occurrenceId }) => {
      const about = occurrenceId && this.#store.occurrences.get(keyOf(householdId, occurrenceId));
      return !about || isVisibleTo(about, recipient);
    });
  }
}
