import type { Household } from '../../domain/households/household.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, SeriesId, OccurrenceId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type { Swap, SwapId, SwapStatus, SwapView } from '../../domain/series/swap.js';

/** What the viewer may not see is absent: another's PERSONAL series is not found and not listed. */
export interface SeriesReader {
  /** null when absent for the viewer. */
  find(householdId: HouseholdId, id: SeriesId, viewer: MemberId): Promise<SeriesRecord | null>;
  /** The series that have not ended, or all of them, oldest first; sort key: [id]. */
  list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    options?: { readonly withEnded: boolean },
  ): Promise<Page<SeriesRecord>>;
  /**
   * Of each series its next occurrences that are open and dated, at most `limit`, in the order of lists; those from
   * `from` on, or with null of any day. One statement for all of them; a series that has none is not in the answer.
   */
  upcoming(
    householdId: HouseholdId,
    viewer: MemberId,
    of: readonly { readonly id: SeriesId; readonly from: CivilDate | null }[],
    limit: number,
  ): Promise<ReadonlyMap<SeriesId, readonly UpcomingTurn[]>>;
}

/** An occurrence that is to come, and whose it is. */
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
  /** Whether the rotations that a series had before its latest one count too. Missing means that they do. */
  readonly rotations?: 'all' | 'latest';
};

export interface SeriesRepository extends SeriesReader {
  /**
   * As `find`, whoever looks, and locked until the transaction ends with the other series of its task. Series are
   * locked before their rows.
   */
  findForUpdate(householdId: HouseholdId, id: SeriesId): Promise<SeriesRecord | null>;
  /** Those of the ids that are there, whoever may see them; after `lockAll`. */
  findAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<readonly SeriesRecord[]>;
  /** Removes series of which no occurrence is left. */
  removeAll(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<void>;
  /** Locks all series of the household, for what will change occurrences of any of them. */
  lockAll(householdId: HouseholdId): Promise<void>;
  /** After `lockAll`, those that have not ended and that a pause holds, or has held with `later`, by id. */
  withPauses(householdId: HouseholdId): Promise<readonly SeriesRecord[]>;
  /** After `lockAll`, those that have not ended and keep out of days that are different, by id. */
  withShift(householdId: HouseholdId): Promise<readonly SeriesRecord[]>;
  /**
   * After `lockAll`, those that have not ended and name the member, or of which a turn was given to them: a batch in id
   * order, beginning after `after`. With `rotations` of `latest`, earlier rotations of a series do not count.
   */
  openForUpdate(
    householdId: HouseholdId,
    member: MemberId,
    batch: NamingBatch,
  ): Promise<readonly SeriesRecord[]>;
  /** Writes a new task with its series and its first rows, in one statement. Errors as for a task's occurrence. */
  insertWithTask(series: SeriesRecord, rows?: readonly Occurrence[]): Promise<void>;
  /** Writes series of tasks that exist (the later half of a split), in one statement. */
  insertAll(series: readonly SeriesRecord[]): Promise<void>;
  /** Writes all fields, in one statement; an unknown id changes nothing. */
  saveAll(series: readonly SeriesRecord[]): Promise<void>;
  /** Writes the horizon and the next index of many series, in one statement. */
  saveHorizons(
    series: readonly Pick<SeriesRecord, 'householdId' | 'id' | 'horizon' | 'nextIndex'>[],
  ): Promise<void>;
  /**
   * A batch of series with a rule whose rows end before `until`, with their households, which are in one of the zones,
   * locked; those that another worker holds are passed over. In the order of [householdId, id], beginning after `after`.
   */
  dueForHorizon(which: DueForHorizon, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]>;
  /** As `dueForHorizon`, of all series that have not ended and whose next draw is on that day or earlier. */
  dueForDraw(day: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]>;
  /**
   * As `dueForHorizon`, of all series with the missed policy `keepLatest` that have not ended and have open rows on several
   * days up to `until`: of one day alone nothing is older than the latest.
   */
  keepingLatest(until: CivilDate, after: SeriesKey | null, limit: number): Promise<readonly DueSeries[]>;
}

export type DueForHorizon = { readonly until: CivilDate; readonly zones: readonly TimeZone[] };
export type SeriesKey = Pick<SeriesRecord, 'householdId' | 'id'>;
export type DueSeries = { readonly series: SeriesRecord; readonly household: Household };

export interface SwapReader {
  /**
   * Those whose two occurrences the viewer may see, of that status or of any, newest first; sort key: [-createdAt, id].
   */
  list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    status?: SwapStatus | null,
  ): Promise<Page<SwapView>>;
}

export interface SwapRepository extends SwapReader {
  /** null when the household has no such swap. */
  find(householdId: HouseholdId, id: SwapId): Promise<Swap | null>;
  /** Locked until the transaction ends; null when the household has no such swap. */
  findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null>;
  /** An open one for the same two occurrences, in whichever order, or null. */
  findOpen(householdId: HouseholdId, one: OccurrenceId, other: OccurrenceId): Promise<Swap | null>;
  insert(swap: Swap): Promise<void>;
  save(swap: Swap): Promise<void>;
  /** An unknown one changes nothing. */
  remove(householdId: HouseholdId, id: SwapId): Promise<void>;
  /** Removes those that offer this occurrence and are answered, all but the `kept` that were made last. */
  forgetAnswered(householdId: HouseholdId, offered: OccurrenceId, kept: number): Promise<void>;
  /**
   * Declines, by nobody, the open ones of the household, or with null of all, that no longer stand then (`isSwapValid`
   * of domain/series/swap); gives how many.
   */
  declineFallen(householdId: HouseholdId | null, at: Instant): Promise<number>;
}
