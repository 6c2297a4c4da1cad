import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { RuleDate } from '../../domain/recurrence/expand.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type {
  CategoryId,
  HouseholdId,
  MemberId,
  OccurrenceId,
  SeriesId,
  TaskId,
} from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence, Stamp } from '../../domain/tasks/occurrence.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import type { RetiredId } from '../../domain/sync/journal.js';
import type { ClientIds } from '../../domain/tasks/draft.js';
import type { OccurrenceQuery } from '../../domain/tasks/views.js';
import type { SeriesRecord } from '../../domain/series/series.js';
import type { Task } from '../../domain/tasks/task.js';
import type { SeriesKey } from '../series/ports.js';

/** Names a series by its own id, or by the id of one of its occurrences. */
export type SeriesReference = { readonly seriesId: SeriesId } | { readonly occurrenceId: OccurrenceId };

/**
 * Reads occurrences as a member sees them: PERSONAL occurrences of other members are not found and not listed.
 */
export interface OccurrenceReader {
  /**
   * Returns null if the viewer cannot see the occurrence, or if it does not exist. Also finds occurrences in the
   * trash.
   */
  find(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null>;
  /**
   * Returns the occurrences for which `isListed` (domain/tasks/views) is true, in the order of
   * `keyFor(query.view)`.
   */
  list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>>;
  /**
   * Returns a text that changes whenever the result of the list could change. It does not read the list itself.
   */
  revisionOf(householdId: HouseholdId, query: OccurrenceQuery): Promise<string>;
  /**
   * Returns how many occurrences of the household are open, no matter who may see them. With `of`, returns how many
   * open occurrences of that series the viewer may see.
   */
  countOpen(householdId: HouseholdId, of?: SeriesReference & { readonly viewer: MemberId }): Promise<number>;
  /** Lists the trash, latest deletion first, then by id. Sort key: [-deletedAt, id]. */
  listTrash(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Occurrence>>;
  /**
   * Returns the done and skipped occurrences of all series of a task, without the trash and without those that
   * the viewer may not see (`isCompletionVisibleTo`). A task that was split has several series. Latest date
   * first, then highest index, then id. Sort key: [-day number of originalDate, -seriesIndex, id].
   */
  listHistory(
    householdId: HouseholdId,
    taskId: TaskId,
    viewer: MemberId,
    page: PageRequest,
  ): Promise<Page<Occurrence>>;
}

/**
 * The result of removing a part of a member's personal tasks. `isComplete` is false if there may be more. If it is
 * true, `hasPauses` says whether the member has personal pauses, which have to be ended separately.
 */
export type RemainingPersonal = { readonly isComplete: boolean; readonly hasPauses: boolean };

export interface OccurrenceRepository extends OccurrenceReader {
  /**
   * Like `find`, but locks the occurrence until the transaction ends, after the series of its task. So edits of
   * one task run one after the other.
   */
  findForUpdate(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null>;
  /**
   * Like `findForUpdate`, for several occurrences, in the order of `ids`, with null for each that was not found. They
   * are locked together, because two transactions that locked them one by one could deadlock.
   */
  findAllForUpdate(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<readonly (Occurrence | null)[]>;
  /**
   * Returns at most `limit` ids of open one-off tasks that the viewer sees and that are dated in the range, in id
   * order.
   */
  listOneOffIds(
    householdId: HouseholdId,
    within: {
      readonly viewer: MemberId;
      readonly from: CivilDate;
      readonly to: CivilDate | null;
      /** The category of the wanted tasks. Missing or null means any category. */
      readonly categoryId?: CategoryId | null;
    },
    limit: number,
  ): Promise<readonly OccurrenceId[]>;
  /** Returns the tasks and series of the occurrences that exist, no matter who may see them. Locks nothing. */
  placesOf(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
  ): Promise<ReadonlyMap<OccurrenceId, Pick<Occurrence, 'taskId' | 'seriesId'>>>;
  /**
   * Locks and returns the occurrences that exist, in id order, no matter who may see them. Their series must be
   * locked already.
   */
  lockAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<readonly Occurrence[]>;
  /**
   * Inserts a new task with its only occurrence, in one statement.
   * @throws VALIDATION_FAILED on `categoryId` if the category was deleted at the same time, HOUSEHOLD_NOT_FOUND if
   *   the household was.
   * @throws LIMIT_REACHED if the household, or the account of the acting member, would have too many open tasks.
   */
  insertTask(occurrence: Occurrence): Promise<void>;
  /** Writes all fields of an occurrence that `findForUpdate` has returned. Throws the errors of `insertTask`. */
  save(occurrence: Occurrence): Promise<void>;
  /**
   * Locks and returns the rows of a series by index, including rows in the trash. Without `from`, it returns all
   * rows. `from` includes a time if the rule has several times a day. With `from`, it returns at least:
   *
   * - rows whose date or original date is `from` or later
   * - open rows
   * - rows outside of the trash whose index is at least that of `from`, or higher than the index of a row that was
   * originally dated `from` or later
   */
  ofSeriesForUpdate(
    householdId: HouseholdId,
    seriesId: SeriesId,
    from: RuleDate | null,
  ): Promise<readonly Occurrence[]>;
  /**
   * Like `ofSeriesForUpdate`, for many series in one statement. It may return more rows than that. Every series
   * with a row has an entry.
   */
  ofManyForUpdate(
    householdId: HouseholdId,
    of: readonly SeriesRowsRequest[],
  ): Promise<ReadonlyMap<SeriesId, readonly Occurrence[]>>;
  /**
   * Returns the cost of planning each series: 1 for each open row, more for rows with long texts or checklists
   * (`weighRow`). A series without open rows has no entry.
   */
  weighSeries(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<ReadonlyMap<SeriesId, number>>;
  /**
   * Returns, for each series, the indexes from `index` on that have a row outside of the trash. Runs one statement. A
   * series without such rows has no entry.
   */
  livingIndexes(
    of: readonly (SeriesKey & { readonly index: number })[],
  ): Promise<ReadonlyMap<SeriesId, ReadonlySet<number>>>;
  /**
   * Inserts new rows of series. Runs few statements, however many rows there are. A row whose original date and time
   * already have a row is left out, so that two parallel jobs create no duplicates. Throws the errors of
   * `insertTask`.
   */
  insertAll(occurrences: readonly Occurrence[]): Promise<void>;
  /**
   * Writes all fields of locked rows. Runs few statements, however many rows there are. Throws the errors of
   * `insertTask`.
   */
  saveAll(occurrences: readonly Occurrence[]): Promise<void>;
  /** Deletes rows permanently. Runs few statements, however many rows there are. */
  removeAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<void>;
  /**
   * Permanently deletes at most `limit` occurrences that went into the trash before `before`. Also deletes their
   * series that have ended and have no occurrence left, and their tasks that have neither left, with the files of
   * these tasks. `of` restricts this to what one member of one household sees. Returns the number of occurrences, and
   * the files by household.
   */
  purgeTrash(before: Instant, limit: number, of?: MemberTrash | null): Promise<PurgedTrash>;
  /**
   * Permanently deletes at most `limit` occurrences that only this member sees (`isPersonalTo` in
   * domain/tasks/departure), including those in the trash. With the last of them it deletes their series, which the
   * caller has locked, and their tasks.
   */
  removePersonal(householdId: HouseholdId, member: MemberId, limit: number): Promise<RemainingPersonal>;
  /**
   * Removes the member from at most `limit` occurrences, as `losesAssignee` and `withoutMember` in
   * domain/tasks/departure decide. Returns how many it changed.
   */
  unassign(householdId: HouseholdId, member: MemberId, stamp: Stamp, limit: number): Promise<number>;
}

/** The series whose rows are wanted, and the first date of these rows. null means all rows. */
export type SeriesRowsRequest = { readonly id: SeriesId; readonly from: RuleDate | null };

/** The trash of a household as one member sees it. */
export type MemberTrash = { readonly householdId: HouseholdId; readonly viewer: MemberId };

export type PurgedTrash = {
  readonly count: number;
  readonly files: readonly { readonly householdId: HouseholdId; readonly fileIds: readonly AttachmentId[] }[];
};

/**
 * Reads and writes whole tasks. The store does not commit a task whose visibility differs from that of its series or
 * occurrences.
 */
export interface TaskRepository {
  /** Inserts a task, to which series or occurrences are moved afterwards. */
  insert(task: Task): Promise<void>;
  /**
   * Locks and returns all series of a task, including ended ones, in id order. Until the transaction ends, series and
   * occurrences of the task may differ in visibility. The commit fails if they still differ then.
   */
  seriesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly SeriesRecord[]>;
  /** Locks and returns all occurrences of a task, including those in the trash. Call it after `seriesForUpdate`. */
  occurrencesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly Occurrence[]>;
  saveVisibility(householdId: HouseholdId, id: TaskId, visibility: Visibility): Promise<void>;
  /**
   * Inserts missing tasks, and sets the visibility of existing ones. Their series and occurrences may have another
   * visibility until the commit.
   */
  restore(tasks: readonly Task[]): Promise<void>;
  /** Deletes those of the tasks that have no series, no occurrence and no completely uploaded file left. */
  removeEmpty(householdId: HouseholdId, ids: readonly TaskId[]): Promise<void>;
  /**
   * Returns true if one of these ids belongs to an occurrence or a task of the household, or belonged to a deleted
   * one and is still stored by `retire`. It does not matter who may see it.
   */
  isTaken(householdId: HouseholdId, ids: Pick<ClientIds, 'occurrenceId' | 'taskId'>): Promise<boolean>;
  /**
   * Stores ids of deleted rows, so that clients cannot use them again. Ids that are stored already stay unchanged.
   */
  retire(ids: readonly RetiredId[]): Promise<void>;
  /** Deletes at most `limit` stored ids that have expired at `now`. Returns how many it deleted. */
  forgetRetired(now: Instant, limit: number): Promise<number>;
}
