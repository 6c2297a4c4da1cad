import { categoryNameKey } from '../households/category-name.js';
import type { DayCalendar } from '../days/calendar.js';
import { namedMembers, namesHelper } from '../rotation/rotation.js';
import { equalExceptDraws } from '../rotation/segment.js';
import type { SeriesRecord } from '../series/series.js';
import type { CategoryId, MemberId } from '../shared/ids.js';
import { sameJson } from '../shared/json.js';
import { LISTS_LIMIT, withFirst } from '../shopping/list.js';
import { findOpenTwin } from '../shopping/add.js';
import type { SyncedRows } from '../sync/journal.js';
import { findReassignment } from '../tasks/reassignment.js';
import { isPlannedTurn, type Occurrence } from '../tasks/occurrence.js';
import {
  KEPT_FIELDS,
  listFields,
  readVersion,
  type ChangedInverse,
  type CreatedRow,
  type UndoableKind,
} from './inverse.js';
import { isTouched } from './own-content.js';
import type { UndoContext } from './undo-context.js';

export type BlockerReason =
  | 'CHANGED'
  | 'DONE'
  | 'GONE'
  | 'SERIES_CHANGED'
  | 'MEMBER_LEFT'
  | 'CATEGORY_GONE'
  | 'NAME_TAKEN'
  | 'NO_ROOM';

/**
 * A row that prevents an undo. `row` is its current state. It is null if the row no longer exists. It is also null
 * for a row that has taken the place of a restored row in its series, if the operation did not change it.
 */
export type Blocker = {
  readonly kind: UndoableKind;
  readonly id: string;
  readonly reason: BlockerReason;
  readonly row: SyncedRows[UndoableKind] | null;
  /** The id of the shopping item that already has the name, if the reason is NAME_TAKEN. Missing for a category. */
  readonly takenBy?: string;
};

/**
 * Sorts blockers for the response: rows without a date first, then by date. The order does not depend on the
 * order in which the rows were read.
 */
export const sortBlockers = (blockers: readonly Blocker[]): readonly Blocker[] =>
  blockers.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));

const placeOf = ({ row, id }: Blocker): string =>
  `${row !== null && 'date' in row ? (row.date ?? '') : ''} ${id}`;

type Needs = Pick<UndoContext, 'members' | 'categories' | 'shoppingItems' | 'shoppingLists'>;

/**
 * Returns functions that check whether a row can return to its former state. They return a reason if it cannot:
 * another row that it refers to no longer exists, its rotation names a member who no longer takes turns, a name that
 * must be unique is taken, or a limit is reached.
 *
 * @param returning the ids of categories and shopping lists that the same undo restores
 */
export function restoreChecks(
  { members, categories, shoppingItems, shoppingLists }: Needs,
  returning: ReadonlySet<string>,
): {
  readonly [Kind in 'occurrence' | 'series' | 'category' | 'shoppingItem' | 'shoppingList']: (
    row: SyncedRows[Kind],
  ) => BlockerReason | null;
} {
  const isGone = (category: CategoryId | null) =>
    category !== null && !returning.has(category) && !categories.some(({ id }) => id === category);
  const hasLeft = (ids: Iterable<MemberId>) => [...ids].some((id) => !members.has(id));
  return {
    occurrence: (row) => {
      if (isGone(row.categoryId)) return 'CATEGORY_GONE';
      const isOpen = row.status === 'TODO' && row.deletedAt === null && !isPlannedTurn(row);
      return isOpen && hasLeft(row.responsibleMemberIds) ? 'MEMBER_LEFT' : null;
    },
    series: ({ template, segments }) => {
      if (isGone(template.categoryId)) return 'CATEGORY_GONE';
      const rotation = segments.at(-1)?.rotation;
      if (rotation === undefined) return null;
      if (hasLeft(namedMembers(rotation))) return 'MEMBER_LEFT';
      return namesHelper(rotation, members.values()) ? 'CHANGED' : null;
    },
    category: (row) => {
      const key = categoryNameKey(row.name);
      const isTaken = categories.some(({ id, name }) => id !== row.id && categoryNameKey(name) === key);
      return isTaken ? 'NAME_TAKEN' : null;
    },
    // A ticked item of a shopping list does not reserve its name, so another item may have the same name.
    shoppingItem: (row) => {
      const { listId } = row;
      if (listId !== null && !returning.has(listId) && !shoppingLists.some(({ id }) => id === listId))
        return 'GONE';
      return findOpenTwin(shoppingItems, row) === null ? null : 'NAME_TAKEN';
    },
    shoppingList: ({ id, householdId }) => {
      const others = withFirst(householdId, shoppingLists).filter((list) => list.id !== id);
      return others.length >= LISTS_LIMIT ? 'NO_ROOM' : null;
    },
  };
}

/**
 * Returns true if somebody has changed an occurrence since the operation created it. If the version has increased, the
 * fields are compared too, because a change that was reverted leaves no difference. If the operation also created or
 * changed the series, the row may also have become equal to its series (see {@link isTouched}). Files are not compared,
 * because they belong to the task.
 *
 * @param series the current series of the occurrence
 */
export function isCreatedTouched(row: Occurrence, created: CreatedRow, series: SeriesRecord | null): boolean {
  if (row.version === created.version) return false;
  const isOfSeries = created.seriesId !== undefined && row.seriesId === created.seriesId;
  if (isOfSeries && !isTouched(row, series)) return false;
  return differs(row, created, (field) => KEPT_FIELDS.occurrence.has(field) || isOfPlannedTurn(row, field));
}

/** The fields that determine the series and the date of a row. */
const MOVING: readonly (keyof Occurrence)[] = [
  'date',
  'originalDate',
  'originalTime',
  'seriesId',
  'seriesIndex',
];

/**
 * Returns true if somebody completed or skipped the occurrence after the operation moved it. The undo is then
 * refused, so that the occurrence keeps the date on which it was done. The time of completion is not compared,
 * because offline completions arrive later.
 */
export function isFinishedSince(
  { status, skippedReason }: Occurrence,
  { fields, isFinished }: Pick<ChangedInverse<UndoableKind>, 'fields' | 'isFinished'>,
): boolean {
  const isMoved = MOVING.some((field) => field in fields);
  return (
    isMoved && isFinished !== true && !('status' in fields) && status !== 'TODO' && skippedReason !== 'MISSED'
  );
}

/**
 * Returns the reason why the undo is refused because of this occurrence, which somebody has changed since the
 * operation.
 */
export function blockerReason({ status, deletedAt }: Occurrence): BlockerReason {
  if (deletedAt !== null) return 'GONE';
  return status === 'TODO' ? 'CHANGED' : 'DONE';
}

/**
 * Returns the reason why the undo is refused: somebody has changed the content of a row that the operation
 * created. Returns null if the content is unchanged, so that the undo can remove the row.
 */
export function whyChanged<Kind extends UndoableKind>(
  kind: Kind,
  row: SyncedRows[Kind],
  created: CreatedRow,
): BlockerReason | null {
  return differs(row, created, (field) => KEPT_FIELDS[kind].has(field)) ? 'CHANGED' : null;
}

/**
 * Like {@link whyChanged}, for a series. Changes of its pauses and of its deleted dates do not count. Turns that the
 * service has assigned in advance in a balanced rotation do not count either (see {@link equalExceptDraws}).
 */
export function whySeriesChanged(row: SeriesRecord, created: CreatedRow): BlockerReason | null {
  const { segments } = (created.content ?? row) as SeriesRecord;
  const isIgnored = (field: string) =>
    KEPT_FIELDS.series.has(field) ||
    field === 'pauses' ||
    field === 'excludedDates' ||
    (field === 'segments' && equalExceptDraws(row.segments, segments));
  return differs(row, created, isIgnored) ? 'SERIES_CHANGED' : null;
}

/**
 * Like {@link whyChanged}, for a calendar of special days. New days fetched from its address do not count as
 * a change.
 */
export function whyCalendarChanged(row: DayCalendar, created: CreatedRow): BlockerReason | null {
  const isIgnored = (field: string) =>
    KEPT_FIELDS.dayCalendar.has(field) || (field === 'days' && row.url !== null);
  return differs(row, created, isIgnored) ? 'CHANGED' : null;
}

/**
 * Returns true if the row differs from the content that it had when it was created. If that content is not
 * stored, the version is compared instead.
 */
function differs(
  row: object,
  { version, content }: CreatedRow,
  isIgnored: (field: string) => boolean,
): boolean {
  if (content === undefined) return readVersion(row) !== version;
  const now = listFields(row);
  return [...listFields(content)].some(
    ([field, value]) =>
      !isIgnored(field) && !sameJson(withoutTickTimes(now.get(field)), withoutTickTimes(value)),
  );
}

/**
 * Returns the value without the time of ticks. A tick that was removed again leaves only its time behind,
 * which is no difference.
 */
function withoutTickTimes(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'done' in item ? { ...item, tickedAt: null } : item,
  );
}

/**
 * Returns true if the field belongs to a turn that the rotation assigns. Such a turn is planned again after
 * an undo, even if an absence has changed it since.
 */
export function isOfPlannedTurn(row: SyncedRows[UndoableKind], field: string): boolean {
  const isOfTurn = ['responsibleMemberIds', 'turnReason', 'turnOf'].includes(field);
  return (
    isOfTurn &&
    'turnReason' in row &&
    (!row.isException || findReassignment(row) !== null) &&
    isPlannedTurn(row)
  );
}
