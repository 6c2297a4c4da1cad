import type { CalendarLink } from '../../domain/calendar/link.js';
import type { MirroredEvent } from '../../domain/calendar/mirrored-event.js';
import type { SyncWindow } from '../../domain/calendar/eligibility.js';
import type { CalendarConnectionId, HouseholdId, OccurrenceId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { GoogleSyncStatus, Occurrence } from '../../domain/tasks/occurrence.js';

/** The failures of one occurrence since it last succeeded. */
export type SyncFailures = {
  /** A newer version begins anew. */
  readonly syncVersion: number;
  readonly attempts: number;
  readonly nextAt: Instant;
  readonly pendingSince: Instant;
  readonly error: string;
};

/** All that the mirror keeps of an occurrence; either of the two may be gone. */
export type MirrorEntry = {
  readonly occurrence: Occurrence | null;
  readonly event: MirroredEvent | null;
  readonly failures: SyncFailures | null;
};

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
  /** Since when the one that waits longest does: not from before the calendar was linked. */
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
  hasLeftovers(connectionId: CalendarConnectionId): Promise<boolean>;
}

/** Occurrences are found here whoever may see them: the caller decides what of them is shown. */
export interface CalendarMirrorRepository extends CalendarLinkReader {
  /** Locked until the transaction ends. */
  findForUpdate(householdId: HouseholdId): Promise<CalendarLink | null>;
  /** A household has one: another is replaced. */
  saveLink(link: CalendarLink): Promise<void>;
  removeLink(householdId: HouseholdId): Promise<void>;
  linksOf(connectionId: CalendarConnectionId): Promise<readonly CalendarLink[]>;

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
  /** null: none any more. */
  saveFailures(
    householdId: HouseholdId,
    occurrenceId: OccurrenceId,
    failures: SyncFailures | null,
  ): Promise<void>;
  /** All of the household with one of the statuses; with a window only those in it or with an event. */
  changeStatus(
    householdId: HouseholdId,
    from: readonly GoogleSyncStatus[],
    to: GoogleSyncStatus,
    window?: SyncWindow,
  ): Promise<void>;
  /** A new chance for all that was given up, ERROR or BLOCKED; what is still being tried keeps its count and its pause. */
  reconsider(householdId: HouseholdId): Promise<void>;
  /** Begins anew with all failures of the household. */
  forgetFailures(householdId: HouseholdId): Promise<void>;

  /** Takes all events of the household off and leaves those that may stand in a calendar to be deleted there. */
  leaveBehind(
    householdId: HouseholdId,
    connectionId: CalendarConnectionId,
    at: Instant,
    expiresAt: Instant,
  ): Promise<void>;
  leftovers(householdId: HouseholdId, limit: number): Promise<readonly Leftover[]>;
  saveLeftover(leftover: Leftover): Promise<void>;
  removeLeftover(leftover: Pick<Leftover, 'calendarId' | 'eventId'>): Promise<void>;
  /** Takes back from the leftovers what is wanted again in that calendar: its occurrences. */
  takeBack(householdId: HouseholdId, calendarId: string): Promise<readonly OccurrenceId[]>;
  /** Those with leftovers. */
  leavingHouseholds(): Promise<readonly HouseholdId[]>;
  removeLeftoversOf(connectionId: CalendarConnectionId): Promise<void>;
}
