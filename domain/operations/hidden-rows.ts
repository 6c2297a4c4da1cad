import type { HouseholdId, MemberId, SeriesId } from '../shared/ids.js';
import type { JournalEntry, SyncedRows } from '../sync/journal.js';
import type { Occurrence } from '../tasks/occurrence.js';
import {
  visibilityIn,
  type ChangedInverse,
  type Inverse,
  type RowInverse,
  type UndoableKind,
} from './inverse.js';
import type { RowsByKind, UndoContext } from './undo-context.js';

type Row = SyncedRows[UndoableKind];

/** Returns the author of a personal row. Returns null if every member may see the row. */
export function personalAuthor(row: Row): MemberId | null {
  return visibilityIn(row) === 'PERSONAL' && 'createdBy' in row ? row.createdBy : null;
}

export function isHiddenFrom(row: Row, viewer: MemberId): boolean {
  const author = personalAuthor(row);
  return author !== null && author !== viewer;
}

/**
 * Returns the author of a row that the transaction changed from SHARED to PERSONAL, or null if there is no
 * such row.
 */
export function findHider(journal: readonly JournalEntry[]): MemberId | null {
  return journal.map((entry) => turnedInto('PERSONAL', entry)).find((author) => author !== null) ?? null;
}

/** Returns the authors of the rows that the transaction changed from PERSONAL to SHARED. */
export function listSharers(journal: readonly JournalEntry[]): readonly MemberId[] {
  return journal.flatMap((entry) => turnedInto('SHARED', entry) ?? []);
}

function turnedInto(
  visibility: Occurrence['visibility'],
  { kind, before, after }: JournalEntry,
): MemberId | null {
  if (kind !== 'occurrence' && kind !== 'series' && kind !== 'pause') return null;
  if (before === null || after === null || visibilityIn(before) === visibilityIn(after)) return null;
  return visibilityIn(after) === visibility ? after.createdBy : null;
}

/**
 * The ids of one member's deleted personal rows, and of the tasks that they belonged to. Each kind has its
 * own list, because clients choose ids and rows of two kinds may have the same id.
 */
export type RemovedPersonal = {
  readonly householdId: HouseholdId;
  readonly author: MemberId;
  readonly occurrences: readonly string[];
  readonly series: readonly string[];
  readonly tasks: readonly string[];
};

/** Returns the personal rows that a transaction removed, with one entry per author and household. */
export function listRemovedPersonal(journal: readonly JournalEntry[]): readonly RemovedPersonal[] {
  const removed = journal.flatMap(({ kind, householdId, before, after }) => {
    if (after !== null || (kind !== 'occurrence' && kind !== 'series')) return [];
    const author = before && personalAuthor(before);
    return before === null || author === null
      ? []
      : [{ householdId, author, kind, id: before.id, taskId: before.taskId }];
  });
  const byAuthor = Map.groupBy(removed, ({ householdId, author }) => `${householdId} ${author}`);
  return [...byAuthor.values()].flatMap((rows) =>
    rows.slice(0, 1).map(({ householdId, author }) => ({
      ...{ householdId, author },
      occurrences: rows.filter(({ kind }) => kind === 'occurrence').map(({ id }) => id),
      series: rows.filter(({ kind }) => kind === 'series').map(({ id }) => id),
      tasks: [...new Set(rows.map(({ taskId }) => taskId))],
    })),
  );
}

/** The part of the undo data that the viewer may see. Rows that only another member may see are left out. */
export type SeenUndo = {
  readonly inverse: Inverse;
  readonly context: UndoContext;
  /** Personal rows of other members that the operation changed. The undo only restores their category. */
  readonly hidden: readonly { readonly row: Row; readonly inverse: RowInverse }[];
};

/**
 * Removes everything from an undo that only members other than the viewer may see.
 *
 * - A row that is a personal row of another member now is treated as deleted.
 * - A row that was a personal row of another member before and after the operation is left out, so that the
 *   response does not depend on it.
 */
export function withoutHidden(inverse: Inverse, context: UndoContext): SeenUndo {
  const { rows, rowsOfSeries, viewer } = context;
  const isShown = (row: Row) => !isHiddenFrom(row, viewer);
  const shown = <Shown extends Row>(all: ReadonlyMap<string, Shown>): ReadonlyMap<string, Shown> =>
    new Map([...all].filter(([, row]) => isShown(row)));
  const seenRows: RowsByKind = {
    ...rows,
    occurrence: shown(rows.occurrence),
    series: shown(rows.series),
    pause: shown(rows.pause),
  };
  const seenRowsOfSeries = new Map<SeriesId, readonly Occurrence[]>(
    [...rowsOfSeries].map(([id, all]) => [id, all.filter(isShown)]),
  );
  const wasHidden = (one: RowInverse): boolean => {
    if (one.did === 'removed') return isHiddenFrom(one.row, viewer);
    return one.did === 'changed' && one.personalOf !== undefined && one.personalOf !== viewer;
  };
  return {
    inverse: inverse.filter((one) => !wasHidden(one)),
    context: { ...context, rows: seenRows, rowsOfSeries: seenRowsOfSeries },
    hidden: inverse.filter(wasHidden).flatMap((one) => {
      const row = rows[one.kind].get(one.id);
      return row === undefined ? [] : [{ row, inverse: one }];
    }),
  };
}

/** Returns true if the operation shared a row that was personal to a member other than the viewer. */
export function hasShared(one: Changed, author: MemberId, viewer: MemberId): boolean {
  return author !== viewer && visibilityBefore(one) === 'PERSONAL' && visibilityAfter(one) === 'SHARED';
}

export function turnsVisibility(one: RowInverse): boolean {
  return one.did === 'changed' && visibilityBefore(one) !== visibilityAfter(one);
}

type Changed = Pick<ChangedInverse<UndoableKind>, 'fields'>;

function visibilityBefore({ fields: { visibility, template } }: Changed): unknown {
  return visibility?.before ?? visibilityIn(template?.before);
}

function visibilityAfter({ fields: { visibility, template } }: Changed): unknown {
  return visibility?.after ?? visibilityIn(template?.after);
}
