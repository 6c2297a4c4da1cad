import type { HouseholdId, TaskId } from '../../domain/shared/ids.js';
import type { Occurrence, Visibility } from '../../domain/tasks/occurrence.js';
import type { SeriesRecord } from '../../domain/series/series-record.js';
import type { Task } from '../../domain/tasks/task.js';

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
}
