import type { DayCalendar } from '../../domain/days/calendar.js';
import type { FetchError } from '../../domain/days/fetch-error.js';
import type { Pause } from '../../domain/days/pause.js';
import type { DayCalendarId, HouseholdId, MemberId, PauseId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface DayCalendarReader {
  /** All of the household, by id, which is the order in which they were made. */
  list(householdId: HouseholdId): Promise<readonly DayCalendar[]>;
}

export type FetchClaim = {
  readonly now: Instant;
  readonly until: Instant;
  readonly limit: number;
  /** No other than this one. */
  readonly only?: { readonly householdId: HouseholdId; readonly id: DayCalendarId } | null;
};

/** Asks an address for its calendar. */
export interface IcsSource {
  /**
   * Never rejects. `etag`: what was read last; null: it is read whole. Goes nowhere but to public addresses, whatever a name
   * leads to when it is called, and takes neither more time nor more bytes than a calendar of days may.
   */
  read(url: string, etag: string | null): Promise<IcsAnswer>;
}

export type IcsAnswer =
  | { readonly kind: 'read'; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed';
      readonly error: Extract<
        FetchError,
        'UNREACHABLE' | 'NOT_PUBLIC' | 'REFUSED' | 'TOO_LARGE' | 'NO_CALENDAR'
      >;
      /** For the log: no part of the address. */
      readonly reason: string;
    };

export interface DayCalendarRepository extends DayCalendarReader {
  /** Those of several households; of one without any there is no entry. */
  ofHouseholds(
    householdIds: readonly HouseholdId[],
  ): Promise<ReadonlyMap<HouseholdId, readonly DayCalendar[]>>;
  /** As `list`; they stay as they are until the transaction ends. */
  lockAll(householdId: HouseholdId): Promise<readonly DayCalendar[]>;
  /**
   * Of all households those whose time has come and that nobody else has claimed until later, the longest waiting first,
   * claimed until then; none that somebody has locked. The claim is no change that anybody is told of.
   */
  claimDue(claim: FetchClaim): Promise<readonly DayCalendar[]>;
  /** Of all households those with an address, by id, at most `limit` after that one; they stay as they are. */
  withUrlForUpdate(after: DayCalendarId | null, limit: number): Promise<readonly DayCalendar[]>;
  insert(calendar: DayCalendar): Promise<void>;
  /** Writes all fields anew; an unknown calendar changes nothing. */
  save(calendar: DayCalendar): Promise<void>;
  /** false when there was none. */
  remove(householdId: HouseholdId, id: DayCalendarId): Promise<boolean>;
}

export interface PauseReader {
  /** Those that nobody ended and the viewer may see, also where their days are over, by first day, then id. */
  list(householdId: HouseholdId, viewer: MemberId): Promise<readonly Pause[]>;
}

export interface PauseRepository extends PauseReader {
  /** Those that nobody ended, whoever may see them; as `list`, and locked until the transaction ends. */
  lockAll(householdId: HouseholdId): Promise<readonly Pause[]>;
  /** Locked; null when the household has no such pause. */
  find(householdId: HouseholdId, id: PauseId): Promise<Pause | null>;
  insert(pause: Pause): Promise<void>;
  /** Writes all fields anew; an unknown pause changes nothing. */
  save(pause: Pause): Promise<void>;
  /** An unknown one changes nothing. */
  remove(householdId: HouseholdId, id: PauseId): Promise<void>;
}
