import type { Member } from '../households/household.js';
import type { SyncedRows } from '../sync/journal.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { MemberId, PauseId, SeriesId, TaskId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { PlanContext, SeriesRecord } from '../series/series.js';
import type { UndoableKind } from './inverse.js';

/** Rows of each kind by id. */
export type RowsByKind = { readonly [Kind in UndoableKind]: ReadonlyMap<string, SyncedRows[Kind]> };

/** What an undo is planned on, all of it locked. */
export type UndoContext = {
  /** The rows that the inverse names, as they are now; what is not there is gone. */
  readonly rows: RowsByKind;
  /**
   * All rows of each series that the inverse names, that goes on after completion, or in which a row comes or goes, those
   * in the trash included.
   */
  readonly rowsOfSeries: ReadonlyMap<SeriesId, readonly Occurrence[]>;
  /** Who is a member now. */
  readonly members: ReadonlyMap<MemberId, Pick<Member, 'id' | 'takesTurns'>>;
  /** What there is now, whose names and ids rows may not share or must find. */
  readonly categories: readonly SyncedRows['category'][];
  readonly shoppingItems: readonly SyncedRows['shoppingItem'][];
  readonly shoppingLists: readonly SyncedRows['shoppingList'][];
  /** The pauses that count towards the limit of the household, the personal ones of every member included. */
  readonly countedPauses: ReadonlySet<PauseId>;
  readonly templateCount: number;
  /** What whose turn it is depends on. */
  readonly turns: PlanContext;
  readonly now: Instant;
  /** The member who asks for the undo. */
  readonly by: MemberId;
  /** As whom the caller sees rows: `by`, or on a display the display itself, which sees nothing personal. */
  readonly viewer: MemberId;
  /** How many files each task has that a row of the inverse belongs to, or returns to. Without an entry: none. */
  readonly files: ReadonlyMap<TaskId, number>;
  /** All rows of the tasks that the undo hides or shares, those in the trash included. */
  readonly rowsOfTurnedTasks: readonly (Occurrence | SeriesRecord)[];
};
