import type { Pause } from '../../../domain/days/pause.js';
import type { DayCalendar } from '../../../domain/days/calendar.js';
import type { Display } from '../../../domain/displays/display.js';
import type { Pin } from '../../../domain/displays/pin.js';
import type { Pairing } from '../../../domain/displays/pairing.js';
import type { Reservation } from '../../../application/attachments/ports.js';
import type { Attachment } from '../../../domain/attachments/attachment.js';
import type { IdempotencyKey } from '../../../application/operations/ports.js';
import type { Operation } from '../../../domain/operations/operation.js';
import type { JobName, Jobs } from '../../../application/shared/job-queue.js';
import type { CalendarConnection, ConnectionCredentials } from '../../../domain/calendar/connection.js';
import type { Device } from '../../../domain/notifications/device.js';
import type { KeptAnswer } from '../../../application/shared/ports.js';
import type { Account } from '../../../domain/accounts/account.js';
import type { EmailChange } from '../../../domain/accounts/email-change.js';
import type { PasswordReset } from '../../../domain/accounts/password-reset.js';
import type { Identity } from '../../../domain/accounts/identity.js';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import type { RefreshToken, Session } from '../../../domain/accounts/session.js';
import type { Activity } from '../../../domain/history/activity.js';
import type { OrphanedEvent } from '../../../application/calendar/ports.js';
import type { MirroredEvent, SyncFailures } from '../../../domain/calendar/mirrored-event.js';
import type { CalendarLink } from '../../../domain/calendar/link.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import type { Feed } from '../../../domain/feeds/feed.js';
import type { Category, Household, Member } from '../../../domain/households/household.js';
import type { Invitation } from '../../../domain/households/invitation.js';
import type { Notification } from '../../../domain/notifications/notification.js';
import type { StoredPreferences } from '../../../domain/notifications/preferences.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { RememberedLine } from '../../../application/shopping/ports.js';
import type { ShoppingItem } from '../../../domain/shopping/item.js';
import type { ShoppingList } from '../../../domain/shopping/list.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { RetiredId } from '../../../domain/sync/journal.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import type { Swap } from '../../../domain/series/swap.js';
import type { ConnectTicket } from '../../../domain/calendar/oauth-state.js';
import type { TaskTemplate } from '../../../domain/templates/template.js';
import type { StreamHead } from '../../../domain/sync/cursor.js';
import type { Audience, ChangeEntry } from '../../../domain/sync/entries.js';
import { Table } from './table.js';

/** How often a household added an item of this name, and when it did so last. */
export type HistoryEntry = RememberedLine & {
  readonly householdId: HouseholdId;
  readonly nameKey: string;
  readonly times: number;
  readonly lastAt: Instant;
  /** When the item was ticked, latest first. */
  readonly bought: readonly Instant[];
  readonly declinedAt: Instant | null;
};

/** A calendar connection. `owner` is null if the owner has left. */
export type StoredConnection = ConnectionCredentials & { readonly owner: CalendarConnection | null };

export type DeviceEntry = Device & { readonly addressHash: string };

/** A reservation holds the place of a file that is being uploaded. It has no digest yet. */
export type AttachmentEntry = Attachment | (Reservation & { readonly sha256: null });

/** A waiting job. It is removed from the table when it starts. */
export type QueuedJob = {
  readonly id: string;
  readonly name: JobName;
  readonly payload: Jobs[JobName];
  /** When the job may start. null means immediately. */
  readonly startAfter: Instant | null;
  readonly singletonKey: string | null;
};

export type StoredHead = StreamHead & { readonly householdId: HouseholdId; readonly audience: Audience };
export type StoredEntry = ChangeEntry & {
  readonly seq: number;
  readonly at: Instant;
  readonly operationId: string | null;
};

/** When the agenda of a user is due next, and for which day it was last sent by e-mail. */
export type StoredAgenda = {
  readonly userId: UserId;
  readonly at: Instant | null;
  readonly mailedOn: CivilDate | null;
};

/** All stored tables. Each repository works on these tables, or on a draft of them within a unit of work. */
export type Store = {
  readonly accounts: Table<Account>;
  readonly sessions: Table<Session>;
  readonly refreshTokens: Table<RefreshToken>;
  readonly passwordResets: Table<PasswordReset>;
  readonly emailChanges: Table<EmailChange>;
  readonly identities: Table<Identity>;
  readonly unlinkedIdentities: Table<Pick<Identity, 'userId' | 'provider'>>;
  readonly mobileCodes: Table<MobileCode>;
  readonly calendarConnections: Table<StoredConnection>;
  readonly calendarTickets: Table<ConnectTicket>;
  /** The time when each OAuth state was used, by the hash of the state. */
  readonly calendarStates: Table<Instant>;
  readonly households: Table<Household>;
  readonly members: Table<Member>;
  readonly invitations: Table<Invitation>;
  readonly categories: Table<Category>;
  /** The creators of rows that have no field for their creator, by the key of the row. */
  readonly creators: Table<{ readonly householdId: HouseholdId; readonly createdBy: MemberId | null }>;
  readonly occurrences: Table<Occurrence>;
  readonly retiredIds: Table<RetiredId>;
  readonly series: Table<SeriesRecord>;
  readonly swaps: Table<Swap>;
  readonly activities: Table<Activity>;
  readonly operations: Table<Operation>;
  /** The idempotency keys, by the key of their operation. */
  readonly operationKeys: Table<IdempotencyKey>;
  readonly calendarLinks: Table<CalendarLink>;
  readonly calendarEvents: Table<MirroredEvent>;
  readonly calendarFailures: Table<SyncFailures>;
  readonly orphanedEvents: Table<OrphanedEvent>;
  readonly feeds: Table<Feed>;
  readonly displays: Table<Display>;
  readonly displayPairings: Table<Pairing>;
  readonly memberPins: Table<Pin>;
  readonly devices: Table<DeviceEntry>;
  readonly attachments: Table<AttachmentEntry>;
  readonly shoppingItems: Table<ShoppingItem>;
  readonly shoppingHistory: Table<HistoryEntry>;
  readonly shoppingLists: Table<ShoppingList>;
  readonly dayCalendars: Table<DayCalendar>;
  readonly pauses: Table<Pause>;
  readonly taskTemplates: Table<TaskTemplate>;
  readonly notifications: Table<Notification>;
  readonly notificationPreferences: Table<StoredPreferences>;
  readonly agendas: Table<StoredAgenda>;
  readonly remindersMade: Table<Instant>;
  readonly idempotencyKeys: Table<KeptAnswer>;
  readonly jobs: Table<QueuedJob>;
  readonly changeHeads: Table<StoredHead>;
  readonly changeEntries: Table<StoredEntry>;
  /** Holds the epoch of the store under the empty key. If there is no entry, the store is in its first epoch. */
  readonly epoch: Table<string>;
};

/** Returns a store with empty tables. */
export function createStore(): Store {
  return {
    accounts: new Table(),
    sessions: new Table(),
    refreshTokens: new Table(),
    passwordResets: new Table(),
    emailChanges: new Table(),
    identities: new Table(),
    unlinkedIdentities: new Table(),
    mobileCodes: new Table(),
    calendarConnections: new Table(),
    calendarTickets: new Table(),
    calendarStates: new Table(),
    households: new Table(),
    members: new Table(),
    invitations: new Table(),
    categories: new Table(),
    creators: new Table(),
    occurrences: new Table(),
    retiredIds: new Table(),
    series: new Table(),
    swaps: new Table(),
    activities: new Table(),
    operations: new Table(),
    operationKeys: new Table(),
    calendarLinks: new Table(),
    calendarEvents: new Table(),
    calendarFailures: new Table(),
    orphanedEvents: new Table(),
    feeds: new Table(),
    displays: new Table(),
    displayPairings: new Table(),
    memberPins: new Table(),
    devices: new Table(),
    attachments: new Table(),
    shoppingItems: new Table(),
    shoppingHistory: new Table(),
    shoppingLists: new Table(),
    dayCalendars: new Table(),
    pauses: new Table(),
    taskTemplates: new Table(),
    notifications: new Table(),
    notificationPreferences: new Table(),
    agendas: new Table(),
    remindersMade: new Table(),
    idempotencyKeys: new Table(),
    jobs: new Table(),
    changeHeads: new Table(),
    changeEntries: new Table(),
    epoch: new Table(),
  };
}

/** Returns a store with a draft of every table. {@link commit} writes its changes to the original store. */
export function draftStore(store: Store): Store {
  const drafts = Object.entries(store).map(([name, table]) => [name, (table as Table<unknown>).draft()]);
  return Object.fromEntries(drafts) as Store;
}

/** Writes the changes of a draft to the store that it was made from. */
export function commit(draft: Store): void {
  for (const table of Object.values(draft)) table.commit();
}

/**
 * Returns the key of a row that belongs to a household. It contains the household, so no row is found by its own id
 * alone.
 */
export function toKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** Reads and writes a store, or the draft of a unit of work. */
export abstract class InMemoryRepository {
  protected readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }
}
