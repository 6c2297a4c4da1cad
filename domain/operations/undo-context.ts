import type { Member } from '../households/household.js';
import type { SyncedRows } from '../sync/journal.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { MemberId, PauseId, SeriesId, TaskId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { PlanContext, SeriesRecord } from '../series/series.js';
import type { UndoableKind } from './inverse.js';

/** The rows of each kind, by id. */
export type RowsByKind = { readonly [Kind in UndoableKind]: ReadonlyMap<string, SyncedRows[Kind]> };

/** The data on which an undo is planned. All rows are locked. */
export type UndoContext = {
  /** The current state of the rows that the inverse names. A missing row was deleted. */
  readonly rows: RowsByKind;
  /**
   * All rows, including those in the trash, of each series that the inverse names, that repeats after
   * completion, or that gains or loses a row.
   */
  readonly rowsOfSeries: ReadonlyMap<SeriesId, readonly Occurrence[]>;
  /** The current members. */
  readonly members: ReadonlyMap<MemberId, Pick<Member, 'id' | 'takesTurns'>>;
  /** The current rows that restored rows refer to, or with which they must not share a name or id. */
  readonly categories: readonly SyncedRows['category'][];
  readonly shoppingItems: readonly SyncedRows['shoppingItem'][];
  readonly shoppingLists: readonly SyncedRows['shoppingList'][];
  /** The pauses that count towards the household's limit, including personal pauses of all members. */
  readonly countedPauses: ReadonlySet<PauseId>;
  readonly templateCount: number;
  /** The data that determines whose turn it is. */
  readonly turns: PlanContext;
  readonly now: Instant;
  /** The member who requests the undo. */
  readonly by: MemberId;
  /**
   * The identity that decides which rows the caller may see: `by` or, on a display, the display itself, which
   * sees nothing personal.
   */
  readonly viewer: MemberId;
  /**
   * The number of files of each task that a row of the inverse belongs to or returns to. A task without an
   * entry has none.
   */
  readonly files: ReadonlyMap<TaskId, number>;
  /** All rows, including those in the trash, of the tasks that the undo hides or shares. */
  readonly rowsOfTurnedTasks: readonly (Occurrence | SeriesRecord)[];
};
