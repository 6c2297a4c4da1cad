import type { Member } from '../households/household.js';
import type { SyncedRows } from '../sync/journal.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { MemberId, PauseId, SeriesId, TaskId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { PlanContext, SeriesRecord } from '../series/series.js';
import type { UndoableKind } from './inverse.js';

/** The rows of each kind, by id. */
export type RowsByKind = { readonly [Kind in UndoableKind]: ReadonlyMap<string, SyncedRows[Kind]> };

/** The data that an undo is planned with. All rows are locked. */
export type UndoContext = {
  /**
   * The current state of the rows that the inverse names, and of other rows of some kinds. A named row that is
   * missing here was deleted.
   */
  readonly rows: RowsByKind;
  /**
   * All rows, including those in the trash, of each series that the inverse names. The same for each series of an
   * occurrence that the inverse names, if the series repeats after completion or the occurrence is created, removed
   * or gets another place in a series.
   */
  readonly rowsOfSeries: ReadonlyMap<SeriesId, readonly Occurrence[]>;
  /** The current members. */
  readonly members: ReadonlyMap<MemberId, Pick<Member, 'id' | 'takesTurns'>>;
  /** The current rows that restored rows refer to, or whose names and ids restored rows must not have. */
  readonly categories: readonly SyncedRows['category'][];
  readonly shoppingItems: readonly SyncedRows['shoppingItem'][];
  readonly shoppingLists: readonly SyncedRows['shoppingList'][];
  /** The pauses that count towards the household's limit, including personal pauses of all members. */
  readonly countedPauses: ReadonlySet<PauseId>;
  readonly templateCount: number;
  /** The data of the household on which turns depend: today, the first day of the week and the absences. */
  readonly turns: PlanContext;
  readonly now: Instant;
  /** The member who requested the undo. */
  readonly by: MemberId;
  /**
   * The identity that decides which rows the caller may see: `by` or, on a display, the display itself, which
   * sees nothing personal.
   */
  readonly viewer: MemberId;
  /**
   * The number of files of each task to which a row of the inverse belongs, now or after the undo. A task
   * without files has no entry.
   */
  readonly files: ReadonlyMap<TaskId, number>;
  /** All rows, including those in the trash, of the tasks whose visibility the undo changes. */
  readonly rowsOfTurnedTasks: readonly (Occurrence | SeriesRecord)[];
};
