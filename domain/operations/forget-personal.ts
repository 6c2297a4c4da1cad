import type { MemberId } from '../shared/ids.js';
import { personalAuthor } from './hidden-rows.js';
import { holdsPersonal, isOfCategoryAlone, visibilityIn, type Inverse, type RowInverse } from './inverse.js';
import type { Operation } from './operation.js';

/**
 * A member who leaves, with the ids of the tasks, series and occurrences that are personal to them at that
 * time.
 */
export type Leaver = { readonly member: MemberId; readonly personal: ReadonlySet<string | null> };

/**
 * Removes everything from an operation that its inverse stores about the leaver's personal rows. Other members can
 * still undo the operation as before. A row that other members never saw is removed from the inverse. A row that they
 * once saw blocks an undo like a deleted row. If the inverse becomes empty, the operation can no longer be undone.
 */
export function withoutPersonalRows<Undoable extends Pick<Operation, 'actorId' | 'inverse' | 'undoUntil'>>(
  operation: Undoable,
  leaver: Leaver,
): Undoable {
  const inverse: Inverse = (operation.inverse ?? []).flatMap(
    (row) => withoutContent(row, operation.actorId, leaver) ?? [],
  );
  return inverse.length === 0 ? { ...operation, inverse: null, undoUntil: null } : { ...operation, inverse };
}

/**
 * Returns the inverse of the row without its content. Returns null if only the leaver ever saw the row, or if the
 * operation changed only its category. Returns the same object if the row is not personal to the leaver.
 */
function withoutContent(one: RowInverse, actorId: MemberId, leaver: Leaver): RowInverse | null {
  if (one.did === 'removed') return personalAuthor(one.row) === leaver.member ? null : one;
  const isPersonalNow = leaver.personal.has(one.id);
  if (one.did === 'created') {
    const { content } = one.row;
    const wasPersonal =
      content !== undefined &&
      visibilityIn(content) === 'PERSONAL' &&
      'createdBy' in content &&
      content.createdBy === leaver.member;
    return isPersonalNow || wasPersonal ? { ...one, row: { version: 0 } } : one;
  }
  if (one.personalOf === leaver.member) return null;
  // Inverses written by an earlier version do not contain the author. Only the author can change the content
  // of a personal row, so the actor must be the author.
  const wasPersonal = holdsPersonal(one) && (actorId === leaver.member || isPersonalNow);
  if (!wasPersonal && !isPersonalNow) return one;
  const { visibility, template } = one.fields;
  const after = visibility?.after ?? visibilityIn(template?.after);
  if (wasPersonal)
    return after === 'SHARED' ? { ...one, fields: { visibility: { before: 'PERSONAL', after } } } : null;
  if (isOfCategoryAlone(one.fields)) return null;
  // The row is deleted together with the leaver. Other members saw it before, so it blocks an undo like any deleted
  // row. This entry replaces the changed fields, and an undo does not skip it as a change of the category alone.
  return { ...one, fields: { visibility: { before: 'SHARED', after: 'SHARED' } } };
}
