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
import type { ConnectTicket } from '../../domain/calendar/handshake.js';
import type { CalendarLink } from '../../domain/calendar/link.js';
import type { MirrorEntry, MirroredEvent, SyncFailures } from '../../domain/calendar/mirrored-event.js';
import type { SyncWindow } from '../../domain/calendar/eligibility.js';
import type { GoogleSyncStatus, Occurrence } from '../../domain/tasks/occurrence.js';
import type { EventTimes } from '../../domain/calendar/event.js';

export type AccessOutcome =
  | { readonly kind: 'token'; readonly token: AccessToken }
  /**
   * The user took the permission back, or the connection is gone. The connection is REVOKED now, and so are its
   * links (INVALID, GOOGLE_REVOKED): whoever asked need not change either.
   */
  | { readonly kind: 'revoked' }
  /** The provider's token endpoint did not answer, or the operator's client is refused; nothing changed. */
  | { readonly kind: 'transient'; readonly detail: string };

/** The way to an access token, which renews it when it is about to end, one renewal of a connection at a time. */
export interface CalendarAccess {
  accessToken(connectionId: CalendarConnectionId): Promise<AccessOutcome>;
  /**
   * After the provider refused `refused` with a 401: another token, renewed unless somebody did so meanwhile
   * (the stored one is no longer `refused`).
   */
  renewed(connectionId: CalendarConnectionId, refused: AccessToken): Promise<AccessOutcome>;
  /** A scope is missing (403 insufficientPermissions): the connection is REVOKED unless it got another token. */
  withdrawn(connectionId: CalendarConnectionId, refused: AccessToken): Promise<void>;
}

/** What is known after somebody has given their permission. */
export type NewConnection = Omit<CalendarConnection, 'status'> & {
  readonly grantKey: string;
  readonly tokens: ConnectionTokens;
};

/** The connections that have an owner are those shown; what is being cleared away has credentials only. */
export interface CalendarConnectionReader {
  /** Those of a user, newest first. */
  list(userId: UserId, page: PageRequest): Promise<Page<CalendarConnection>>;
  /** null for an unknown id, and for one that its owner has left. */
  find(id: CalendarConnectionId): Promise<CalendarConnection | null>;
  /** Also of one that its owner has left; null for an unknown id. */
  credentials(id: CalendarConnectionId): Promise<ConnectionCredentials | null>;
}

export interface CalendarConnectionRepository extends CalendarConnectionReader {
  /**
   * Makes the connection ACTIVE with these tokens and the address of now. Where the user has one with that subject it is
   * that one, with its id and creation, and its token version one higher; also under concurrency there is never a
   * second.
   */
  connect(connection: NewConnection): Promise<CalendarConnection>;
  /** Of all that the user has. */
  idsOf(userId: UserId): Promise<CalendarConnectionId[]>;
  /** Locked until the transaction ends. null when the user has no such connection. */
  findForUpdate(userId: UserId, id: CalendarConnectionId): Promise<CalendarConnection | null>;
  /** At most `limit` that have tokens, with those that were left, by id from `after` on; locked until the transaction ends. */
  withTokensForUpdate(after: CalendarConnectionId | null, limit: number): Promise<ConnectionCredentials[]>;
  /** Keeps renewed tokens. false, and nothing is changed, unless it is ACTIVE in that version. */
  saveTokens(id: CalendarConnectionId, tokenVersion: number, tokens: ConnectionTokens): Promise<boolean>;
  /** REVOKED, the tokens wiped. false, and nothing is changed, unless it is ACTIVE in that version. */
  revoke(id: CalendarConnectionId, tokenVersion: number): Promise<boolean>;
  /** It has no owner any more; an unknown or left one is not changed. */
  leave(id: CalendarConnectionId, at: Instant): Promise<void>;
  /** Whether there is another connection of that grant with tokens, be it of somebody else or one that was left. */
  isGrantUsed(grantKey: string, exceptBy: CalendarConnectionId): Promise<boolean>;
  /** Those that their owners left before `instant`. */
  leftBefore(instant: Instant): Promise<CalendarConnectionId[]>;
  /** An unknown id changes nothing. */
  delete(id: CalendarConnectionId): Promise<void>;
}

/** What is remembered between a wish to connect a calendar and the provider's answer. */
export interface CalendarHandshakeRepository {
  insertTicket(ticket: ConnectTicket): Promise<void>;
  /** null for an unknown hash. */
  findTicket(hash: string): Promise<ConnectTicket | null>;
  /** Removes the ticket and answers with it, so that of parallel attempts one gets it. null for an unknown hash. */
  takeTicket(hash: string): Promise<ConnectTicket | null>;
  deleteTicketsOf(userId: UserId): Promise<void>;
  /** Notes that the answer to a request was used. false when it had been, also under concurrency. */
  spendState(hash: string, at: Instant): Promise<boolean>;
  deleteTicketsIssuedBefore(instant: Instant): Promise<void>;
  deleteStatesSpentBefore(instant: Instant): Promise<void>;
}

/** An event to be deleted whose household has no more to do with its calendar. */
export type Leftover = {
  /** What of the household is done under one lock. */
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
  /** Since when the one that waits longest does: not from before the calendar was linked, or its window came to the date. */
  readonly pendingSince: Instant | null;
  /** null: nothing waits for a time. */
  readonly nextTryAt: Instant | null;
  /** Of the last failure. */
  readonly error: string | null;
};

export interface CalendarLinkReader {
  find(householdId: HouseholdId): Promise<CalendarLink | null>;
  /** Of those in the window or with an event. */
  health(householdId: HouseholdId, window: SyncWindow): Promise<MirrorHealth>;
  /** The households with an ACTIVE link, by id, those after `after` first. */
  linkedHouseholds(after: HouseholdId | null, limit: number): Promise<readonly HouseholdId[]>;
  /**
   * ACTIVE links, by household, those after `after` first, of households where something waits since before `before`,
   * which has an event or stands in the window.
   */
  lateLinks(
    window: SyncWindow,
    before: Instant,
    after: HouseholdId | null,
    limit: number,
  ): Promise<readonly CalendarLink[]>;
}

export interface CalendarLinkRepository extends CalendarLinkReader {
  /** Locked until the transaction ends. */
  findForUpdate(householdId: HouseholdId): Promise<CalendarLink | null>;
  /** By household, locked until the transaction ends. */
  listByConnection(connectionId: CalendarConnectionId): Promise<readonly CalendarLink[]>;
  /** A household has one: another is replaced. */
  save(link: CalendarLink): Promise<void>;
  remove(householdId: HouseholdId): Promise<void>;
}

/** Occurrences are found here whoever may see them: the caller decides what of them is shown. */
export interface CalendarMirrorRepository {
  /** The occurrence locked until the transaction ends. */
  entry(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<MirrorEntry>;
  /**
   * What a sweep has to look at: PENDING, not put off beyond `now`, with an event, in the window, or not to be there;
   * and events of which the occurrence is gone. Those with the nearest dates first.
   */
  due(
    householdId: HouseholdId,
    window: SyncWindow,
    now: Instant,
    limit: number,
  ): Promise<readonly MirrorEntry[]>;
  events(householdId: HouseholdId): Promise<readonly MirroredEvent[]>;
  /** Those SHARED, dated, TODO or DONE, not in the trash: all that may stand in a calendar. */
  eligibleIds(householdId: HouseholdId): Promise<ReadonlySet<OccurrenceId>>;
  saveEvent(event: MirroredEvent): Promise<void>;
  removeEvent(householdId: HouseholdId, occurrenceId: OccurrenceId): Promise<void>;
  /** Neither version nor time of change: nothing of the business changed. */
  saveSync(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    sync: Pick<Occurrence, 'syncedVersion' | 'googleSyncStatus'>,
  ): Promise<void>;
  saveFailures(failures: SyncFailures): Promise<void>;
  /** Those of the occurrence; without one, those of the whole household. */
  removeFailures(householdId: HouseholdId, occurrenceId?: OccurrenceId): Promise<void>;
  /** All of the household with one of the statuses; with a window only those in it or with an event. */
  changeStatus(
    householdId: HouseholdId,
    from: readonly GoogleSyncStatus[],
    to: GoogleSyncStatus,
    window?: SyncWindow,
  ): Promise<void>;
  /** A new chance for all that was given up, ERROR or BLOCKED; what is still being tried keeps its count and its pause. */
  reconsider(householdId: HouseholdId): Promise<void>;
}

/** Events that are to be deleted in calendars with which their households have nothing to do any more. */
export interface CalendarLeftoverRepository {
  /** Takes all events of the household off the mirror and leaves those that may stand in a calendar to be deleted there. */
  leaveAll(
    householdId: HouseholdId,
    connectionId: CalendarConnectionId,
    at: Instant,
    expiresAt: Instant,
  ): Promise<void>;
  /** Those to be tried next come first. */
  list(householdId: HouseholdId, limit: number): Promise<readonly Leftover[]>;
  /** One that is gone stays gone. */
  save(leftover: Leftover): Promise<void>;
  remove(leftover: Pick<Leftover, 'calendarId' | 'eventId'>): Promise<void>;
  /** Removes what is wanted again in that calendar, and answers with its occurrences. */
  takeBack(householdId: HouseholdId, calendarId: string): Promise<readonly OccurrenceId[]>;
  /** Those that left something. */
  households(): Promise<readonly HouseholdId[]>;
  hasAny(connectionId: CalendarConnectionId): Promise<boolean>;
  removeAllOf(connectionId: CalendarConnectionId): Promise<void>;
}

/** An event as somebody sees it who looks at the calendar itself; never a deleted one. */
export type DemoEventView = Pick<RemoteEvent, 'eventId' | 'title' | 'description' | 'updated'> & {
  readonly times: EventTimes;
  /** Whether the mirror put it there. */
  readonly isMirrored: boolean;
};

export type DemoRefusal =
  /** There is no such calendar, or no such event in it that is the household's to see. */
  | { readonly kind: 'notFound' }
  /** The calendar may only be read. */
  | { readonly kind: 'readOnly' };

export type DemoEventOutcome = { readonly kind: 'event'; readonly event: DemoEventView } | DemoRefusal;

/**
 * The hand of a person in the calendars of the demo, which have no pages of their own. A household sees what its mirror
 * put there and what it made itself, and nothing of another household's that has chosen the same calendar.
 */
export interface DemoCalendar {
  /** Those that end first come first. */
  events(
    household: HouseholdId,
    calendarId: string,
  ): Promise<{ readonly kind: 'events'; readonly events: readonly DemoEventView[] } | DemoRefusal>;
  create(
    household: HouseholdId,
    calendarId: string,
    event: { readonly title: string; readonly times: EventTimes },
  ): Promise<DemoEventOutcome>;
  /** What `change` answers is what the event shows from then on; it may be asked once, and may refuse by throwing. */
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

/** Keeps secrets of other services in a form that the database alone gives nothing away of. */
export interface TokenCipher {
  /** `v1:<iv>:<tag>:<ciphertext>`, where `v1` names the key; equal texts come out different. */
  encrypt(plaintext: string): string;
  /** null for what none of the keys opens: tampered with, or of a key that is gone. */
  decrypt(ciphertext: string): string | null;
  /** Whether it is of the key that encrypts now; what is not should be encrypted anew when it is written next. */
  isCurrent(ciphertext: string): boolean;
}
