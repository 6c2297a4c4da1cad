import type { CalendarDay, DayCalendar } from '../../domain/days/calendar.js';
import type { CalendarWarning } from '../../domain/days/calendar-warning.js';
import type { EventDaysContext } from '../../domain/days/event-days.js';
import type { FetchError } from '../../domain/days/fetch-error.js';
import type { Pause } from '../../domain/days/pause.js';
import type { DayCalendarId, HouseholdId, MemberId, PauseId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface DayCalendarReader {
  /** Lists all calendars of the household by id, which is the order of their creation. */
  list(householdId: HouseholdId): Promise<readonly DayCalendar[]>;
}

export type FetchClaim = {
  readonly now: Instant;
  readonly until: Instant;
  readonly limit: number;
  /** Restricts the claim to this calendar. Missing means all calendars. */
  readonly only?: { readonly householdId: HouseholdId; readonly id: DayCalendarId } | null;
};

/** Fetches iCalendar files. */
export interface IcsSource {
  /**
   * Fetches a calendar. Never rejects. With the `etag` of the last answer, an unchanged calendar is not sent
   * again.
   *
   * It connects to public addresses only, whatever the host name resolves to at the time of the call (SSRF
   * protection). Time and size are limited.
   */
  read(url: string, etag: string | null): Promise<IcsAnswer>;
}

/** The bytes of an iCalendar file, and the charset that its sender declares. */
export type IcsFile = { readonly bytes: Uint8Array; readonly charset: string | null };

export type IcsAnswer =
  | { readonly kind: 'read'; readonly file: IcsFile; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed';
      readonly error: Extract<
        FetchError,
        'UNREACHABLE' | 'NOT_PUBLIC' | 'REFUSED' | 'TOO_LARGE' | 'NO_CALENDAR'
      >;
      /** The reason of the failure, for the log. It contains no part of the calendar's address. */
      readonly reason: string;
    };

/** Reads iCalendar files. */
export interface IcsReader {
  /** Returns the special days of a file. Never rejects, and never blocks the event loop. Time and memory are limited. */
  readDays(file: IcsFile, context: EventDaysContext): Promise<IcsDays>;
}

export type IcsDays =
  | {
      readonly kind: 'days';
      readonly days: readonly CalendarDay[];
      /** The kinds of things that were left out of the days. */
      readonly warnings: readonly CalendarWarning[];
    }
  | {
      readonly kind: 'failed';
      readonly error: Extract<
        FetchError,
        'NO_CALENDAR' | 'TOO_LARGE' | 'TOO_MANY_EVENTS' | 'TOO_MANY_DATES' | 'TOO_COMPLEX'
      >;
      /** A reason for the log. It contains no part of the file. */
      readonly reason?: string;
    };

export interface DayCalendarRepository extends DayCalendarReader {
  /** Returns the calendars of several households. A household without calendars has no entry. */
  ofHouseholds(
    householdIds: readonly HouseholdId[],
  ): Promise<ReadonlyMap<HouseholdId, readonly DayCalendar[]>>;
  /** Returns the calendars as `list` does, and locks them until the transaction ends. */
  lockAll(householdId: HouseholdId): Promise<readonly DayCalendar[]>;
  /**
   * Claims at most `limit` calendars of all households that are due and that no process has claimed or locked, longest
   * waiting first, and returns them. A claim is not a change that clients see.
   */
  claimDue(claim: FetchClaim): Promise<readonly DayCalendar[]>;
  /**
   * Returns at most `limit` calendars with an address, of all households, in id order after `after`. Locks
   * them.
   */
  withUrlForUpdate(after: DayCalendarId | null, limit: number): Promise<readonly DayCalendar[]>;
  insert(calendar: DayCalendar): Promise<void>;
  /** Overwrites all fields. Does nothing if the calendar does not exist. */
  save(calendar: DayCalendar): Promise<void>;
  /** Returns false if the calendar does not exist. */
  remove(householdId: HouseholdId, id: DayCalendarId): Promise<boolean>;
}

export interface PauseReader {
  /**
   * Returns the pauses that nobody ended and that the viewer may see, including past ones, by first day, then
   * id.
   */
  list(householdId: HouseholdId, viewer: MemberId): Promise<readonly Pause[]>;
}

export interface PauseRepository extends PauseReader {
  /** Like `list`, but for any viewer. Locks the pauses until the transaction ends. */
  lockAll(householdId: HouseholdId): Promise<readonly Pause[]>;
  /** Locks and returns the pause. Returns null if the household has no such pause. */
  find(householdId: HouseholdId, id: PauseId): Promise<Pause | null>;
  insert(pause: Pause): Promise<void>;
  /** Overwrites all fields. Does nothing if the pause does not exist. */
  save(pause: Pause): Promise<void>;
  /** Deletes the pause. Does nothing if the pause does not exist. */
  remove(householdId: HouseholdId, id: PauseId): Promise<void>;
}
