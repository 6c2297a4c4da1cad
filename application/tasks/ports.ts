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

/** A series by its id, or by that of one of its occurrences. */
export type SeriesReference = { readonly seriesId: SeriesId } | { readonly occurrenceId: OccurrenceId };

/** What the viewer may not see is absent: another's PERSONAL occurrence is not found and not listed. */
export interface OccurrenceReader {
  /** null when absent for the viewer; what lies in the trash is found. */
  find(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null>;
  /** What `isListed` of domain/tasks/views says, in the order of `keyFor(query.view)`. */
  list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>>;
  /** Another one when anything has changed that the list with that query shows, without reading what it shows. */
  revisionOf(householdId: HouseholdId, query: OccurrenceQuery): Promise<string>;
  /** How many occurrences of the household, or of one of its series, are to do, whoever may see them. */
  countOpen(householdId: HouseholdId, of?: SeriesReference): Promise<number>;
  /** The trash, newest deletion first, then id; sort key: [-deletedAt, id]. */
  listTrash(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Occurrence>>;
  /**
   * What is finished (DONE or SKIPPED) of the series of a task and not in the trash: a task that was split has several.
   * Only what `isCompletionVisibleTo` (domain/tasks/occurrence) the viewer. Latest date first, then highest index, then id; sort
   * key: [-day number of originalDate, -seriesIndex, id].
   */
  listHistory(
    householdId: HouseholdId,
    taskId: TaskId,
    viewer: MemberId,
    page: PageRequest,
  ): Promise<Page<Occurrence>>;
}

/**
 * What is left after personal tasks of a member were removed. `isComplete`: false if more of them are there. `hasPauses`: the
 * member has personal pauses, which have to be ended separately.
 */
export type RemainingPersonal = { readonly isComplete: boolean; readonly hasPauses: boolean };

export interface OccurrenceRepository extends OccurrenceReader {
  /**
   * As `find`, and locked until the transaction ends, with the series of its task, which are locked first: edits of
   * one task happen one after the other.
   */
  findForUpdate(householdId: HouseholdId, id: OccurrenceId, viewer: MemberId): Promise<Occurrence | null>;
  /** As `findForUpdate`, of several at once, which no two transactions may lock one by one; in the order of `ids`. */
  findAllForUpdate(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<readonly (Occurrence | null)[]>;
  /**
   * The ids of the tasks that do not repeat, are to do and have a date within the days, of those that the viewer sees, in id order;
   * at most `limit`.
   */
  listOneOffIds(
    householdId: HouseholdId,
    within: {
      readonly viewer: MemberId;
      readonly from: CivilDate;
      readonly to: CivilDate | null;
      /** Absent: of any category. */
      readonly categoryId?: CategoryId | null;
    },
    limit: number,
  ): Promise<readonly OccurrenceId[]>;
  /** The tasks and series of those of the ids that are there, whoever may see them. They are not locked. */
  placesOf(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
  ): Promise<ReadonlyMap<OccurrenceId, Pick<Occurrence, 'taskId' | 'seriesId'>>>;
  /** Those of the ids that are there, whoever may see them, in id order and locked; their series must be locked already. */
  lockAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<readonly Occurrence[]>;
  /**
   * Writes a new task with its only occurrence, in one statement. A category or household that is gone meanwhile
   * is refused with VALIDATION_FAILED on `categoryId` or HOUSEHOLD_NOT_FOUND.
   */
  insertTask(occurrence: Occurrence): Promise<void>;
  /** Writes all fields of an occurrence that `findForUpdate` gave; errors as for `insertTask`. */
  save(occurrence: Occurrence): Promise<void>;
  /**
   * The rows of a series, locked, by index, those in the trash included: all, or with `from` those that are or
   * originally were dated from then on, those that are TODO, and the live ones with that index or a higher one, or with
   * a higher one than a row that originally was dated from then on. Of a rule with several times a day `from` names one.
   */
  ofSeriesForUpdate(
    householdId: HouseholdId,
    seriesId: SeriesId,
    from: RuleDate | null,
  ): Promise<readonly Occurrence[]>;
  /** As `ofSeriesForUpdate`, of many series in one statement; at least what that gives, and an entry for each that has a row. */
  ofManyForUpdate(
    householdId: HouseholdId,
    of: readonly SeriesRowsRequest[],
  ): Promise<ReadonlyMap<SeriesId, readonly Occurrence[]>>;
  /**
   * What planning each of these series has to read and write: 1 for each of its rows that are to do, more for rows with long
   * texts or checklists (`weighRow`). A series of which nothing is to do is not in the answer.
   */
  weighSeries(householdId: HouseholdId, ids: readonly SeriesId[]): Promise<ReadonlyMap<SeriesId, number>>;
  /**
   * The indexes, from `index` on, that live rows of each series have, in one statement; a series of which none has one
   * is not in the answer.
   */
  livingIndexes(
    of: readonly (SeriesKey & { readonly index: number })[],
  ): Promise<ReadonlyMap<SeriesId, ReadonlySet<number>>>;
  /**
   * Writes new rows of series, in one statement. A row whose series has one with that original date already is left
   * out: two jobs at once make no twins.
   */
  insertAll(occurrences: readonly Occurrence[]): Promise<void>;
  /** Writes all fields of rows that are locked, in one statement. */
  saveAll(occurrences: readonly Occurrence[]): Promise<void>;
  /** Removes rows without a trace, in one statement. */
  removeAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<void>;
  /**
   * Deletes for good at most `limit` occurrences, of all households or of one what somebody there sees, that were deleted before then, and the tasks of
   * which nothing is left with their files; gives how many occurrences, and the files by household.
   */
  purgeTrash(before: Instant, limit: number, of?: MemberTrash | null): Promise<PurgedTrash>;
  /**
   * Deletes for good what exists for that member alone (`isPersonalTo` of domain/tasks/departure): tasks with all
   * their series, which are locked, and occurrences, also in the trash. At most `limit` occurrences; the series and
   * tasks go with the last of them.
   */
  removePersonal(householdId: HouseholdId, member: MemberId, limit: number): Promise<RemainingPersonal>;
  /**
   * Turns at most `limit` occurrences that `loses` the member into `withoutMember` (domain/tasks/departure), and returns how
   * many.
   */
  unassign(householdId: HouseholdId, member: MemberId, stamp: Stamp, limit: number): Promise<number>;
}

/** A series of which rows are wanted, and from where on; null: all. */
export type SeriesRowsRequest = { readonly id: SeriesId; readonly from: RuleDate | null };

/** The trash of a household as one member sees it. */
export type MemberTrash = { readonly householdId: HouseholdId; readonly viewer: MemberId };

export type PurgedTrash = {
  readonly count: number;
  readonly files: readonly { readonly householdId: HouseholdId; readonly fileIds: readonly AttachmentId[] }[];
};

/** Tasks as a whole: the store holds no task whose series and occurrences differ from it in visibility. */
export interface TaskRepository {
  /** Writes a task to which series or occurrences are then moved. */
  insert(task: Task): Promise<void>;
  /**
   * All series of a task, the ended ones too, locked, in id order. From then on until the transaction ends, parts of
   * tasks may differ in visibility; a commit with a task of which one still does rejects.
   */
  seriesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly SeriesRecord[]>;
  /** All occurrences of a task, those in the trash too, locked; after its series, as everybody does. */
  occurrencesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly Occurrence[]>;
  saveVisibility(householdId: HouseholdId, id: TaskId, visibility: Visibility): Promise<void>;
  /** Writes those that are not there, and gives the others this visibility; parts may differ until the commit. */
  restore(tasks: readonly Task[]): Promise<void>;
  /** Deletes those of which no series, no occurrence and no file is left. */
  removeEmpty(householdId: HouseholdId, ids: readonly TaskId[]): Promise<void>;
  /**
   * Returns true if there is, or ever was, an occurrence or a task with its id. It does not matter who may see it, or when
   * it was deleted.
   */
  isTaken(householdId: HouseholdId, ids: Pick<ClientIds, 'occurrenceId' | 'taskId'>): Promise<boolean>;
  /** Remembers ids; those that are remembered already stay. */
  retire(ids: readonly RetiredId[]): Promise<void>;
  /** Forgets at most `limit` ids that expired by then, and returns how many. */
  forgetRetired(now: Instant, limit: number): Promise<number>;
}
