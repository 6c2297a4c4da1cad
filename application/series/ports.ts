import type { Household } from '../../domain/households/household.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, SeriesId, OccurrenceId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type { Swap, SwapId, SwapStatus, SwapView } from '../../domain/series/swap.js';

/** Reads series as a member sees them: PERSONAL series of other members are not found and not listed. */
export interface SeriesReader {
  /** Returns null if the viewer cannot see the series, or if it does not exist. */
  find(householdId: HouseholdId, id: SeriesId, viewer: MemberId): Promise<SeriesRecord | null>;
  /** Lists the open series, or with `withEnded` all series, oldest first. Sort key: [id]. */
  list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    options?: { readonly withEnded: boolean },
  ): Promise<Page<SeriesRecord>>;
  /**
   * Returns the next open occurrences of each series that have a date, at most `limit` per series, in the order of
   * lists. With `from`, it returns only occurrences on or after that day. Runs one statement for all series. A series
   * without such occurrences has no entry.
   */
  upcoming(
    householdId: HouseholdId,
    viewer: MemberId,
    of: readonly { readonly id: SeriesId; readonly from: CivilDate | null }[],
    limit: number,
  ): Promise<ReadonlyMap<SeriesId, readonly UpcomingTurn[]>>;
}

/** An open occurrence with a date, and its assignees. */
export type UpcomingTurn = Pick<
  Occurrence,
  'id' | 'time' | 'responsibleMemberIds' | 'turnReason' | 'seriesIndex' | 'isException'
> & {
  readonly date: CivilDate;
};

/** Series that name a member: at most `limit`, in id order, beginning after `after`. */
export type NamingBatch = {
  readonly after: SeriesId | null;
  readonly limit: number;
  /** Which rotations of a series are searched. With `latest`, earlier rotations do not count. Missing means `all`. */
  readonly rotations?: 'all' | 'latest';
  /** Limits the batch to series that this member may see. Missing means all series. */
  readonly visibleTo?: MemberId;
};

export interface SeriesRepository extends SeriesReader {
  /**
   * Like `find`, but without a viewer. Locks all series of the task until the transaction ends. Series are locked
   * before their rows.
   */
  findForUpdate(householdId: HouseholdId, id: SeriesId): Promise<SeriesRecord | null>;
  /** Returns the series that exist, no matter who may see them. Call it after `lockAll`. */
  findAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<readonly SeriesRecord[]>;
  /** Deletes the series permanently. Call it after their occurrences were deleted or moved to other series. */
  removeAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<void>;
  /** Locks all series of the household. Used before occurrences of any series are changed. */
  lockAll(householdId: HouseholdId): Promise<void>;
  /**
   * Returns the open series that have a pause, even one that is over but still stored, by id. Call it after
   * `lockAll`.
   */
  withPauses(householdId: HouseholdId): Promise<readonly SeriesRecord[]>;
  /** Returns the open series that avoid days of day calendars, by id. Call it after `lockAll`. */
  withShift(householdId: HouseholdId): Promise<readonly SeriesRecord[]>;
  /**
   * Locks all series of the household, and returns a batch of the open series that name the member in a rotation, in
   * a pause or in a reassigned turn, in id order after `after`. With `rotations: 'latest'`, earlier rotations do not
   * count.
   */
  openForUpdate(
    householdId: HouseholdId,
    member: MemberId,
    batch: NamingBatch,
  ): Promise<readonly SeriesRecord[]>;
  /**
   * Inserts a new task with its series and first rows. Runs one statement, or a few if there are many rows. Throws
   * the errors of `insertTask`.
   */
  insertWithTask(series: SeriesRecord, rows?: readonly Occurrence[]): Promise<void>;
  /** Inserts series of existing tasks, such as the later half of a split, in one statement. */
  insertAll(series: readonly SeriesRecord[]): Promise<void>;
  /** Writes all fields in one statement. Series that do not exist are ignored. */
  saveAll(series: readonly SeriesRecord[]): Promise<void>;
  /** Writes the horizon and the next index of many series, in one statement. */
  saveHorizons(
    series: readonly Pick<SeriesRecord, 'householdId' | 'id' | 'horizon' | 'nextIndex'>[],
  ): Promise<void>;
  /**
   * Locks and returns a batch of due series with their households, ordered by [householdId, id], after `after`. A
   * series is due if it has a rule, its rows end before `until`, and its household is in one of the time zones.
   * Series that another worker has locked are skipped.
   */
  dueForHorizon(which: DueForHorizon, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]>;
  /**
   * Locks and returns a batch of open series whose next draw is on or before `day`, in the same way as
   * `dueForHorizon`.
   */
  dueForDraw(day: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]>;
  /**
   * Like `dueForHorizon`, for open series with the policy `keepLatest` that have open rows on several days up to
   * `until`. If all open rows are on one day, there is no older one to skip.
   */
  keepingLatest(until: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]>;
}

export type DueForHorizon = { readonly until: CivilDate; readonly zones: readonly TimeZone[] };
export type SeriesKey = Pick<SeriesRecord, 'householdId' | 'id'>;
export type DueSeries = { readonly series: SeriesRecord; readonly household: Household };

export interface SwapReader {
  /**
   * Returns the swaps whose two occurrences the viewer may see, optionally with one status, newest first. Sort
   * key: [-createdAt, id].
   */
  list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    status?: SwapStatus | null,
  ): Promise<Page<SwapView>>;
}

export interface SwapRepository extends SwapReader {
  /** Returns null if the household has no such swap. */
  find(householdId: HouseholdId, id: SwapId): Promise<Swap | null>;
  /** Like `find`, but locks the swap until the transaction ends. */
  findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null>;
  /** Returns the open swap of these two occurrences, in either order, or null. */
  findOpen(householdId: HouseholdId, one: OccurrenceId, other: OccurrenceId): Promise<Swap | null>;
  insert(swap: Swap): Promise<void>;
  save(swap: Swap): Promise<void>;
  /** Deletes the swap. Does nothing if the swap does not exist. */
  remove(householdId: HouseholdId, id: SwapId): Promise<void>;
  /** Deletes the answered swaps that offer this occurrence, except the `kept` newest. */
  forgetAnswered(householdId: HouseholdId, offered: OccurrenceId, kept: number): Promise<void>;
  /**
   * Declines the open swaps that are no longer valid at `at` (`isSwapValid` in domain/series/swap), of one
   * household or, with null, of all. The service declines them, not a member. Returns their number.
   */
  declineFallen(householdId: HouseholdId | null, at: Instant): Promise<number>;
}
