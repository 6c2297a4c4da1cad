import type { OccurrenceId, SeriesId, TaskId } from '../shared/ids.js';
import type { Inverse, RowInverse } from './inverse.js';

/** The task and the series to which a row belongs. */
export type TaskPlace = { readonly taskId: TaskId; readonly seriesId: SeriesId | null };

/**
 * Rows of an inverse that must be undone in the same transaction, and the series that this transaction has to
 * read.
 */
export type UndoGroup = { readonly rowIds: readonly string[]; readonly seriesIds: readonly SeriesId[] };

export type GroupedUndo = {
  /** Rows to undo before all groups, because groups refer to them, such as a deleted category. */
  readonly first: readonly string[];
  readonly groups: readonly UndoGroup[];
  /** Rows to undo after all groups, because rows of the groups refer to them, such as a new category. */
  readonly last: readonly string[];
};

/**
 * Splits an inverse into groups that can be undone one after the other. Series and occurrences are in the
 * same group if they have the same task before or after the undo, because dates can move between the series
 * of a task.
 */
export function groupUndo(
  inverse: Inverse,
  placeOf: (id: OccurrenceId | SeriesId) => TaskPlace | undefined,
): GroupedUndo {
  const ofTasks = inverse.filter((one) => one.kind === 'occurrence' || one.kind === 'series');
  const others = inverse.filter((one) => one.kind !== 'occurrence' && one.kind !== 'series');
  const joined = new Joined();
  const placed = ofTasks.map((row) => ({ row, places: listPlaces(row, placeOf) }));
  for (const { row, places } of placed) for (const { taskId } of places) joined.join(row.id, taskId);
  const groups = [...Map.groupBy(placed, ({ row }) => joined.rootOf(row.id)).values()].map(
    (rows): UndoGroup => ({
      rowIds: rows.map(({ row }) => row.id),
      seriesIds: [...new Set(rows.flatMap(({ places }) => places.flatMap(({ seriesId }) => seriesId ?? [])))],
    }),
  );
  const idsOf = (isLast: boolean) =>
    others.filter(({ did }) => (did === 'created') === isLast).map(({ id }): string => id);
  return { first: idsOf(false), groups, last: idsOf(true) };
}

/**
 * Returns the task and the series to which the row belongs now, belonged before the operation, and belonged after it.
 */
function listPlaces(
  row: RowInverse<'occurrence' | 'series'>,
  placeOf: (id: OccurrenceId | SeriesId) => TaskPlace | undefined,
): readonly TaskPlace[] {
  const now = placeOf(row.id);
  const own = row.kind === 'series' ? row.id : null;
  if (row.did === 'removed')
    return [{ taskId: row.row.taskId, seriesId: 'seriesId' in row.row ? row.row.seriesId : own }];
  if (now === undefined) return [];
  if (row.did === 'created') return [now];
  const { taskId, seriesId } = row.fields;
  const changed = (['before', 'after'] as const).map((when) => ({
    taskId: (taskId?.[when] as TaskId | undefined) ?? now.taskId,
    seriesId: seriesId === undefined ? now.seriesId : (seriesId[when] as SeriesId | null),
  }));
  return [now, ...changed];
}

/** A union-find structure that groups ids. Each id leads to the representative of its group. */
class Joined {
  readonly #parents = new Map<string, string>();

  rootOf(id: string): string {
    let root = id;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    if (root !== id) this.#parents.set(id, root);
    return root;
  }

  join(one: string, other: string): void {
    const [root, otherRoot] = [this.rootOf(one), this.rootOf(other)];
    if (root !== otherRoot) this.#parents.set(root, otherRoot);
  }
}
