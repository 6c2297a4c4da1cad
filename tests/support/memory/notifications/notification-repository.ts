import type {
  Badge,
  DueAgenda,
  MemberNow,
  NotificationRepository,
  NotificationTarget,
} from '../../../../application/notifications/ports.js';
import { listAnswerers } from '../../../../domain/households/membership.js';
import type { Notification, NotificationId } from '../../../../domain/notifications/notification.js';
import { completePreferences, type StoredPreferences } from '../../../../domain/notifications/preferences.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../../../../domain/shared/ids.js';
import { compareSortKeys, newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import type { Swap } from '../../../../domain/series/swap.js';
import { isVisibleTo, type Occurrence } from '../../../../domain/tasks/occurrence.js';
import { isOverdue } from '../../../../domain/tasks/schedule.js';
import { pageFrom } from '../page.js';
import { toKey, type StoredAgenda, InMemoryRepository } from '../store.js';

export class InMemoryNotificationRepository extends InMemoryRepository implements NotificationRepository {
  async list(
    householdId: HouseholdId,
    recipient: MemberId,
    { unread }: { unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>> {
    const shown = this.#shownTo(householdId, recipient).filter(({ readAt }) => !unread || readAt === null);
    return pageFrom(shown, page, newestFirst);
  }

  async listAll(
    userId: UserId,
    { unread }: { unread: boolean },
    page: PageRequest,
  ): Promise<Page<Notification>> {
    const shown = this.store.members
      .filter(({ accountId, leftAt }) => accountId === userId && leftAt === null)
      .flatMap(({ householdId, id }) => this.#shownTo(householdId, id))
      .filter(({ readAt }) => !unread || readAt === null);
    return pageFrom(shown, page, newestFirst);
  }

  async badges(homes: readonly MemberNow[]): Promise<readonly Badge[]> {
    return homes.map(({ householdId, memberId: member, now }) => {
      const isOwn = (row: Occurrence) => row.responsibleMemberIds.includes(member);
      const own = this.store.occurrences.filter(
        (row) =>
          row.householdId === householdId && row.deletedAt === null && isOwn(row) && isVisibleTo(row, member),
      );
      const active = this.store.members.filter(
        (one) => one.householdId === householdId && one.leftAt === null,
      );
      const isAsked = ({ withOccurrenceId, requestedBy }: Swap) => {
        const wanted = this.store.occurrences.get(toKey(householdId, withOccurrenceId));
        return active.some(
          (one) =>
            wanted?.responsibleMemberIds.includes(one.id) === true &&
            (one.id !== member || requestedBy !== member) &&
            listAnswerers(one, active, now.date).includes(member),
        );
      };
      return {
        householdId,
        unread: this.#shownTo(householdId, member).filter(({ readAt }) => readAt === null).length,
        dueToday: own.filter((row) => row.status === 'TODO' && row.date === now.date && !isOverdue(row, now))
          .length,
        overdue: own.filter((row) => isOverdue(row, now)).length,
        openSwaps: this.store.swaps.filter(
          (swap) => swap.householdId === householdId && swap.status === 'OPEN' && isAsked(swap),
        ).length,
      };
    });
  }

  async preferences(userId: UserId): Promise<StoredPreferences | null> {
    return this.store.notificationPreferences.get(userId) ?? null;
  }

  async insertNew(notifications: readonly Notification[]): Promise<readonly Notification[]> {
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
    return written;
  }

  async markRead(
    householdId: HouseholdId,
    recipient: MemberId,
    id: NotificationId,
    at: Instant,
  ): Promise<Notification | null> {
    const found = this.#shownTo(householdId, recipient).find((one) => one.id === id);
    if (found === undefined) return null;
    const read = { ...found, readAt: found.readAt ?? at };
    this.#save(read);
    return read;
  }

  async markAllRead(householdId: HouseholdId, recipient: MemberId, at: Instant): Promise<number> {
    const unread = this.#shownTo(householdId, recipient).filter(({ readAt }) => readAt === null);
    for (const one of unread) this.#save({ ...one, readAt: at });
    return unread.length;
  }

  async reachable(
    householdIds: readonly HouseholdId[],
    memberIds: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, NotificationTarget>> {
    const members = this.store.members.filter(
      ({ householdId, id }) => householdIds.includes(householdId) && memberIds.includes(id),
    );
    return new Map(
      members.flatMap(({ id, accountId }) => {
        const account = accountId === null ? undefined : this.store.accounts.get(accountId);
        if (account === undefined || account.disabledAt !== null) return [];
        const preferences = completePreferences(this.store.notificationPreferences.get(account.id) ?? null);
        const hasDevices = this.store.devices.filter((one) => one.userId === account.id).length > 0;
        const { id: userId, timeZone, emailVerified } = account;
        return [[id, { userId, timeZone, preferences, hasDevices, emailVerified }]];
      }),
    );
  }

  async savePreferences(userId: UserId, preferences: StoredPreferences): Promise<void> {
    this.store.notificationPreferences.set(userId, preferences);
  }

  async planAgenda(userId: UserId, at: Instant | null): Promise<void> {
    this.#setAgenda(userId, { at });
  }

  async dueAgendas(now: Instant, limit: number): Promise<readonly DueAgenda[]> {
    const due = this.store.agendas
      .filter(() => true)
      .flatMap((agenda): DueAgenda[] => {
        const { userId, at } = agenda;
        const account = this.store.accounts.get(userId);
        if (at === null || at > now || account === undefined) return [];
        const preferences = completePreferences(this.store.notificationPreferences.get(userId) ?? null);
        const hasDevices = this.store.devices.filter((one) => one.userId === userId).length > 0;
        const { timeZone, emailVerified, disabledAt } = account;
        return [
          { userId, at, preferences, timeZone, hasDevices, emailVerified, isDisabled: disabledAt !== null },
        ];
      });
    return due.toSorted((a, b) => compareSortKeys([a.at, a.userId], [b.at, b.userId])).slice(0, limit);
  }

  async claimAgendaMail(userId: UserId, date: CivilDate): Promise<boolean> {
    const mailedOn = this.store.agendas.get(userId)?.mailedOn ?? null;
    const isNew = this.store.notificationPreferences.get(userId) !== undefined;
    if (!isNew || (mailedOn !== null && mailedOn >= date)) return false;
    this.#setAgenda(userId, { mailedOn: date });
    return true;
  }

  async releaseAgendaMail(userId: UserId, date: CivilDate): Promise<void> {
    if (this.store.agendas.get(userId)?.mailedOn === date) this.#setAgenda(userId, { mailedOn: null });
  }

  /** Changes the stored agenda. Does nothing if the user has no saved preferences. */
  #setAgenda(userId: UserId, set: Partial<StoredAgenda>): void {
    if (this.store.notificationPreferences.get(userId) === undefined) return;
    const known = this.store.agendas.get(userId) ?? { userId, at: null, mailedOn: null };
    this.store.agendas.set(userId, { ...known, ...set });
  }

  async removeThoseOf(householdId: HouseholdId, recipient: MemberId): Promise<void> {
    this.store.notifications.deleteWhere(
      (one) => one.householdId === householdId && one.recipientId === recipient,
    );
  }

  async purge(before: Instant, limit: number): Promise<number> {
    return this.store.notifications.deleteWhere(({ createdAt }) => createdAt < before, limit);
  }

  #of(householdId: HouseholdId, recipient: MemberId): Notification[] {
    return this.store.notifications.filter(
      (one) => one.householdId === householdId && one.recipientId === recipient,
    );
  }

  #save(notification: Notification): void {
    this.store.notifications.set(toKey(notification.householdId, notification.id), notification);
  }

  /**
   * Returns the condition for the notifications of a recipient, without those about occurrences that the recipient
   * may not see.
   */
  #shownTo(householdId: HouseholdId, recipient: MemberId): Notification[] {
    return this.#of(householdId, recipient).filter(({ occurrenceId }) => {
      const about = occurrenceId && this.store.occurrences.get(toKey(householdId, occurrenceId));
      return !about || isVisibleTo(about, recipient);
    });
  }
}
