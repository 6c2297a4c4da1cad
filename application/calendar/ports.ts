import type { CalendarConnectionId, UserId, HouseholdId, OccurrenceId } from '../../domain/shared/ids.js';
import type { AccessToken } from './provider.js';
import type { RemoteEvent } from '../../domain/calendar/answers.js';
import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionTokens,
} from '../../domain/calendar/connection.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { ConnectTicket } from '../../domain/calendar/oauth-state.js';
import type { CalendarLink } from '../../domain/calendar/link.js';
import type { MirrorEntry, MirroredEvent, SyncFailures } from '../../domain/calendar/mirrored-event.js';
import type { SyncWindow } from '../../domain/calendar/eligibility.js';
import type { GoogleSyncStatus, Occurrence } from '../../domain/tasks/occurrence.js';
import type { EventTimes } from '../../domain/calendar/event.js';

export type AccessOutcome =
  | { readonly kind: 'token'; readonly token: AccessToken }
  /**
   * The user revoked the permission, or the connection is gone. The connection (REVOKED) and its links (INVALID,
   * GOOGLE_REVOKED) have already been updated, so the caller need not change them.
   */
  | { readonly kind: 'revoked' }
  /**
   * No token could be obtained, for example because the provider's token endpoint did not answer or refused the
   * operator's client. The connection has not been changed.
   */
  | { readonly kind: 'transient'; readonly detail: string };

/**
 * Provides access tokens of connections. A token that has expired, or is about to, is refreshed first. A connection is
 * refreshed by one caller at a time.
 */
export interface CalendarAccess {
  accessToken(connectionId: CalendarConnectionId): Promise<AccessOutcome>;
  /**
   * Returns another token after the provider answered 401 to `refused`. The token is refreshed unless another process
   * has done so already (the stored token is not `refused` any more).
   */
  renewed(connectionId: CalendarConnectionId, refused: AccessToken): Promise<AccessOutcome>;
  /**
   * Marks the connection as REVOKED because a scope is missing (403 insufficientPermissions), unless it has got another
   * token since.
   */
  withdrawn(connectionId: CalendarConnectionId, refused: AccessToken): Promise<void>;
}

/** A connection as it is known after a user has granted the permission. */
export type NewConnection = Omit<CalendarConnection, 'status'> & {
  readonly grantKey: string;
  readonly tokens: ConnectionTokens;
};

/**
 * Reads connections. Users see only connections that have an owner. For a connection that is being cleaned up after its
 * owner left it, only the credentials can be read.
 */
export interface CalendarConnectionReader {
  /** Lists the connections of a user, newest first. */
  list(userId: UserId, page: PageRequest): Promise<Page<CalendarConnection>>;
  /** Returns null for an unknown id and for a connection that its owner has left. */
  find(id: CalendarConnectionId): Promise<CalendarConnection | null>;
  /** Returns the tokens of a connection, even if its owner has left it. Returns null for an unknown id. */
  credentials(id: CalendarConnectionId): Promise<ConnectionCredentials | null>;
}

export interface CalendarConnectionRepository extends CalendarConnectionReader {
  /**
   * Stores the connection as ACTIVE with these tokens and the current address. If the user already has a connection
   * with that subject, it is updated: it keeps its id and creation time, and its token version is increased. Parallel
   * calls never create a second one.
   */
  connect(connection: NewConnection): Promise<CalendarConnection>;
  /** Returns the ids of all connections of the user. */
  idsOf(userId: UserId): Promise<CalendarConnectionId[]>;
  /** Locks the connection until the transaction ends. Returns null if the user has no such connection. */
  findForUpdate(userId: UserId, id: CalendarConnectionId): Promise<CalendarConnection | null>;
  /**
   * Returns at most `limit` connections that have tokens, in the order of their ids and starting after `after`.
   * Connections that their owner has left are included. Locks them until the transaction ends.
   */
  withTokensForUpdate(after: CalendarConnectionId | null, limit: number): Promise<ConnectionCredentials[]>;
  /**
   * Stores refreshed tokens. Returns false, and changes nothing, unless the connection is ACTIVE and has this token
   * version.
   */
  saveTokens(id: CalendarConnectionId, tokenVersion: number, tokens: ConnectionTokens): Promise<boolean>;
  /**
   * Marks the connection as REVOKED and deletes its tokens. Returns false, and changes nothing, unless the connection
   * is ACTIVE and has this token version.
   */
  revoke(id: CalendarConnectionId, tokenVersion: number): Promise<boolean>;
  /** Removes the owner of the connection. Does nothing if the id is unknown or the connection has no owner. */
  leave(id: CalendarConnectionId, at: Instant): Promise<void>;
  /**
   * Returns whether another connection of the same grant has tokens. It may belong to another user, or have been left
   * by its owner.
   */
  isGrantUsed(grantKey: string, exceptBy: CalendarConnectionId): Promise<boolean>;
  /** Returns the connections that their owners left before `instant`. */
  leftBefore(instant: Instant): Promise<CalendarConnectionId[]>;
  /** Deletes the connection. Does nothing if the id is unknown. */
  delete(id: CalendarConnectionId): Promise<void>;
}

/** Stores the tickets and used answers of connect flows that are in progress. */
export interface CalendarOAuthStateRepository {
  insertTicket(ticket: ConnectTicket): Promise<void>;
  /** Returns null if the hash is unknown. */
  findTicket(hash: string): Promise<ConnectTicket | null>;
  /**
   * Removes the ticket and returns it, so that only one of several parallel attempts gets it. Returns null if the hash
   * is unknown.
   */
  takeTicket(hash: string): Promise<ConnectTicket | null>;
  deleteTicketsOf(userId: UserId): Promise<void>;
  /** Records that the answer to a flow was used. Returns false if it was recorded before, also under concurrency. */
  spendState(hash: string, at: Instant): Promise<boolean>;
  deleteTicketsIssuedBefore(instant: Instant): Promise<void>;
  deleteStatesSpentBefore(instant: Instant): Promise<void>;
}

/** An event that must be deleted from a calendar that its household does not use any more. */
export type OrphanedEvent = {
  /** The household whose lock is taken before the event is deleted. */
  readonly householdId: HouseholdId;
  readonly connectionId: CalendarConnectionId;
  readonly calendarId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly nextAt: Instant;
  readonly expiresAt: Instant;
};

export type MirrorHealth = {
  readonly pending: number;
  readonly blocked: number;
  readonly failed: number;
  /**
   * The time since which the oldest pending change waits. It does not count the time before the calendar was linked,
   * or before the occurrence came into the window. null means that nothing is pending.
   */
  readonly pendingSince: Instant | null;
  /** The earliest time of the next retry. null means that nothing waits for a retry. */
  readonly nextTryAt: Instant | null;
  /**
   * Why an occurrence could not be written to the calendar: of several, the one whose retry is latest. null if none
   * failed.
   */
  readonly error: string | null;
};

/** Reads the links between households and calendars, and the state of their synchronisation. */
export interface CalendarLinkReader {
  find(householdId: HouseholdId): Promise<CalendarLink | null>;
  /** Counts the states of the SHARED occurrences that are in the window or have an event. */
  health(householdId: HouseholdId, window: SyncWindow): Promise<MirrorHealth>;
  /** Returns households with an ACTIVE link in the order of their ids, starting after `after`. */
  linkedHouseholds(after: HouseholdId | null, limit: number): Promise<readonly HouseholdId[]>;
  /**
   * Returns ACTIVE links, by household and starting after `after`, of households in which a change has been pending
   * since before `before`. Only occurrences that have an event or are in the window count.
   */
  lateLinks(
    window: SyncWindow,
    before: Instant,
    after: HouseholdId | null,
    limit: number,
  ): Promise<readonly CalendarLink[]>;
}

export interface CalendarLinkRepository extends CalendarLinkReader {
  /** Locks the calendar link until the transaction ends. Returns null if the household has none. */
  findForUpdate(householdId: HouseholdId): Promise<CalendarLink | null>;
  /** Returns the links of a connection in the order of their households. Locks them until the transaction ends. */
  listByConnection(connectionId: CalendarConnectionId): Promise<readonly CalendarLink[]>;
  /** Stores the link. A household has at most one, so an existing link is replaced. */
  save(link: CalendarLink): Promise<void>;
  remove(householdId: HouseholdId): Promise<void>;
}

/**
 * Stores the state of mirrored events. Its methods find occurrences regardless of who may see them; the caller decides
 * what the calendar shows.
 */
export interface CalendarMirrorRepository {
  /** Returns an occurrence with its event and failures. Locks the occurrence until the transaction ends. */
  entry(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<MirrorEntry>;
  /**
   * Returns at most `limit` entries that a sweep has to handle:
   *
   * - occurrences that are PENDING, are not postponed beyond `now`, and either have an event, or are in the window,
   *   or must not be in the calendar;
   * - events whose occurrence was deleted.
   *
   * Entries with an event come first. In each of the two groups the earliest dates come first.
   */
  due(
    householdId: HouseholdId,
    window: SyncWindow,
    now: Instant,
    limit: number,
  ): Promise<readonly MirrorEntry[]>;
  events(householdId: HouseholdId): Promise<readonly MirroredEvent[]>;
  /** Returns the occurrences that may have an event: SHARED, with a date, TODO or DONE, and not in the trash. */
  eligibleIds(householdId: HouseholdId): Promise<ReadonlySet<OccurrenceId>>;
  saveEvent(event: MirroredEvent): Promise<void>;
  removeEvent(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<void>;
  /**
   * Saves the sync fields of an occurrence. Its version and its time of change stay the same, because nothing that
   * members see has changed.
   */
  saveSync(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    sync: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>,
  ): Promise<void>;
  saveFailures(failures: SyncFailures): Promise<void>;
  /** Removes the failures of the occurrence or, without one, of the whole household. */
  removeFailures(householdId: HouseholdId, occurrenceId?: OccurrenceId): Promise<void>;
  /**
   * Changes the sync status of all occurrences of the household that have one of the statuses in `from`. With a window,
   * only those that are in it or have an event.
   */
  changeStatus(
    householdId: HouseholdId,
    from: readonly GoogleSyncStatus[],
    to: GoogleSyncStatus,
    window?: SyncWindow,
  ): Promise<void>;
  /**
   * Makes all occurrences that were given up (ERROR or BLOCKED) pending again. Occurrences that are still being retried
   * keep their count and their delay.
   */
  reconsider(householdId: HouseholdId): Promise<void>;
}

/** Stores the events that must be deleted from calendars that their households do not use any more. */
export interface OrphanedEventRepository {
  /**
   * Removes all events of the household from the mirror. Stores those that may exist in the calendar as orphaned
   * events, so that they are deleted there.
   */
  leaveAll(
    householdId: HouseholdId,
    connectionId: CalendarConnectionId,
    at: Instant,
    expiresAt: Instant,
  ): Promise<void>;
  /** Returns orphaned events of the household, in the order of their next attempts. */
  list(householdId: HouseholdId, limit: number): Promise<readonly OrphanedEvent[]>;
  /** Updates an orphaned event. Does nothing if the event is no longer stored. */
  save(event: OrphanedEvent): Promise<void>;
  remove(event: Pick<OrphanedEvent, 'calendarId' | 'eventId'>): Promise<void>;
  /**
   * Removes the orphaned events of the household in this calendar, because a new link may need their events again, and
   * returns their occurrences.
   */
  cancelDeletions(householdId: HouseholdId, calendarId: string): Promise<readonly OccurrenceId[]>;
  /** Returns the households that have orphaned events. */
  households(): Promise<readonly HouseholdId[]>;
  hasAny(connectionId: CalendarConnectionId): Promise<boolean>;
  removeAllOf(connectionId: CalendarConnectionId): Promise<void>;
}

/** An event as a person sees it in the calendar. Deleted events are never shown. */
export type DemoEventView = Pick<RemoteEvent, 'eventId' | 'title' | 'description' | 'updated'> & {
  readonly times: EventTimes;
  /** True if the service's calendar mirror created the event. */
  readonly isMirrored: boolean;
};

export type DemoRefusal =
  /** There is no such calendar, or it has no such event that the household may see. */
  | { readonly kind: 'notFound' }
  /** The calendar is read-only. */
  | { readonly kind: 'readOnly' };

export type DemoEventOutcome = { readonly kind: 'event'; readonly event: DemoEventView } | DemoRefusal;

/**
 * Reads and changes the demo calendars as a person would, because they have no user interface of their own. A household
 * sees the events that its mirror and its members created, and none of another household that chose the same calendar.
 */
export interface DemoCalendar {
  /** Lists the events in the order in which they end. */
  events(
    household: HouseholdId,
    calendarId: string,
  ): Promise<{ readonly kind: 'events'; readonly events: readonly DemoEventView[] } | DemoRefusal>;
  create(
    household: HouseholdId,
    calendarId: string,
    event: { readonly title: string; readonly times: EventTimes },
  ): Promise<DemoEventOutcome>;
  /**
   * Replaces an event by the result of `change`. `change` is called at most once, and may throw to refuse the change.
   */
  change(
    household: HouseholdId,
    calendarId: string,
    eventId: string,
    change: (event: DemoEventView) => Pick<DemoEventView, 'title' | 'times'>,
  ): Promise<DemoEventOutcome>;
  remove(
    household: HouseholdId,
    calendarId: string,
    eventId: string,
  ): Promise<{ readonly kind: 'removed' } | DemoRefusal>;
}

/** Encrypts secrets of other services, so that the database alone does not reveal them. */
export interface TokenCipher {
  /**
   * Returns `v1:<iv>:<tag>:<ciphertext>`, where `v1` names the key. Encrypting the same text twice gives different
   * results.
   */
  encrypt(plaintext: string): string;
  /** Returns null if none of the configured keys decrypts the text: it was changed, or its key was removed. */
  decrypt(ciphertext: string): string | null;
  /**
   * Returns whether the text is encrypted with the current key. If not, it should be encrypted again when it is next
   * written.
   */
  isCurrent(ciphertext: string): boolean;
}
