import type { SyncedRows } from '../sync/journal.js';
import { placeAt, type SeriesPlace, type SeriesRecord } from '../series/series.js';
import type { TaskId } from '../shared/ids.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { blockerReason, type Blocker, type BlockerReason } from './blockers.js';
import { visibilityIn, type UndoableKind } from './inverse.js';
import type { UndoContext } from './undo-context.js';

export type RowLists = { readonly [Kind in UndoableKind]: SyncedRows[Kind][] };
export type IdsByKind = { readonly [Kind in UndoableKind]: SyncedRows[Kind]['id'][] };
type Lists<ByKind extends Record<UndoableKind, readonly unknown[]>> = {
  readonly [Kind in UndoableKind]: Readonly<ByKind[Kind]>;
};

/** The changes of an undo. They must be carried out in the order remove, change, create. */
export type UndoChanges = {
  readonly remove: Lists<IdsByKind>;
  readonly change: Lists<RowLists>;
  readonly create: Lists<RowLists>;
};

/** The data that the checks of all changes need. */
type Rows = Pick<UndoContext, 'rows' | 'rowsOfSeries' | 'rowsOfTurnedTasks' | 'files'>;

/**
 * Returns the rows that block these changes, although each change is possible by itself. A row may be returned twice.
 */
export function findConflicts(changes: UndoChanges, context: Rows): readonly Blocker[] {
  return [
    ...findTwins(changes, context),
    ...findDividedTasks(changes, context),
    ...findTasksThatLoseFiles(changes, context),
  ];
}

/**
 * Finds rows whose place in their series another row takes: two rows of a series would have the same original date and
 * time (including rows in the trash), or two live rows the same index.
 */
function findTwins(changes: UndoChanges, { rows, rowsOfSeries }: Rows): readonly Blocker[] {
  return [...rowsOfSeries.values()].flatMap((ofSeries) => {
    const { staying, coming } = rowsAfterUndo(changes, ofSeries);
    return staying
      .filter((row) => coming.some((one) => isTwin(one, row)))
      .map((row) => block('occurrence', row, blockerReason(row), rows.occurrence.get(row.id) ?? null));
  });
}

/**
 * Finds rows of tasks whose parts would have different visibility. All parts of a task must change together.
 */
function findDividedTasks(
  { remove, change }: UndoChanges,
  { rows, rowsOfTurnedTasks }: Rows,
): readonly Blocker[] {
  const after = [...change.occurrence, ...change.series];
  const turned = new Map(
    after.flatMap((row) => {
      const before = rows.occurrence.get(row.id) ?? rows.series.get(row.id);
      const visibility = visibilityIn(row);
      return before === undefined || visibilityIn(before) === visibility ? [] : [[row.taskId, visibility]];
    }),
  );
  const changed = new Set<string>([...after.map(({ id }) => id), ...remove.occurrence, ...remove.series]);
  return rowsOfTurnedTasks
    .filter((row) => {
      const visibility = turned.get(row.taskId);
      return visibility !== undefined && visibility !== visibilityIn(row) && !changed.has(row.id);
    })
    .map((row) =>
      'template' in row ? block('series', row, 'CHANGED') : block('occurrence', row, blockerReason(row)),
    );
}

/**
 * Finds tasks with files whose last row would be removed. Files belong to a task and not to one of its rows. Returns
 * the first occurrence of each such task or, if it has none, its series.
 */
function findTasksThatLoseFiles(
  { remove, change, create }: UndoChanges,
  { rows, rowsOfSeries, files }: Rows,
): readonly Blocker[] {
  const known = new Map<string, Occurrence | SeriesRecord>(
    [...rows.series.values(), ...rows.occurrence.values(), ...[...rowsOfSeries.values()].flat()].map(
      (row) => [row.id, row],
    ),
  );
  const after = new Map<string, { readonly taskId: TaskId }>(known);
  for (const id of [...remove.occurrence, ...remove.series]) after.delete(id);
  for (const { occurrence, series } of [change, create])
    for (const row of [...occurrence, ...series]) after.set(row.id, row);
  const left = new Set([...after.values()].map(({ taskId }) => taskId));
  const losing = [...files].filter(([taskId, count]) => count > 0 && !left.has(taskId));
  return losing.flatMap(([taskId]) => {
    const ofTask = [...known.values()].filter((row) => row.taskId === taskId);
    const [first] = ofTask.filter((row) => 'date' in row).toSorted(byDate);
    if (first !== undefined) return [block('occurrence', first, 'CHANGED')];
    return ofTask.map((row) => block('series', row, 'CHANGED'));
  });
}

const block = <Row extends Occurrence | SeriesRecord>(
  kind: UndoableKind,
  row: Row,
  reason: BlockerReason,
  shown: Row | null = row,
): Blocker => ({ kind, id: row.id, reason, row: shown });

/**
 * Returns the rows of all series after these changes. `staying` contains the rows of `rows` that do not change.
 * `coming` contains the rows that are changed or created.
 */
export function rowsAfterUndo(
  { remove, change, create }: UndoChanges,
  rows: readonly Occurrence[],
): Readonly<Record<'staying' | 'coming', readonly Occurrence[]>> {
  const coming = [...change.occurrence, ...create.occurrence];
  const gone = new Set([...remove.occurrence, ...change.occurrence.map(({ id }) => id)]);
  return { staying: rows.filter(({ id }) => !gone.has(id)), coming };
}

const byDate = (one: Occurrence, other: Occurrence) => ((one.date ?? '~') < (other.date ?? '~') ? -1 : 1);

/** Returns the place of the row in its series. null if it has no date of the rule. */
export function placeOf({ originalDate, originalTime }: Occurrence): SeriesPlace | null {
  return originalDate === null ? null : placeAt(originalDate, originalTime);
}

function isTwin(one: Occurrence, other: Occurrence): boolean {
  if (one.seriesId === null || one.seriesId !== other.seriesId) return false;
  const isLive = one.deletedAt === null && other.deletedAt === null;
  return placeOf(one) === placeOf(other) || (isLive && one.seriesIndex === other.seriesIndex);
}

export function emptyLists(): { readonly [Kind in UndoableKind]: never[] } {
  return {
    household: [],
    member: [],
    category: [],
    occurrence: [],
    series: [],
    shoppingItem: [],
    shoppingList: [],
    dayCalendar: [],
    pause: [],
    swap: [],
    template: [],
  };
}
