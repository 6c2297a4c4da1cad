import type { MemberId } from '../shared/ids.js';
import { personalAuthor } from './hidden-rows.js';
import { holdsPersonal, isOfCategoryAlone, visibilityIn, type Inverse, type RowInverse } from './inverse.js';
import type { Operation } from './operation.js';

/** A member who leaves, and the ids of the tasks, series and occurrences that are personal to them at that time. */
export type Leaver = { readonly member: MemberId; readonly personal: ReadonlySet<string | null> };

/**
 * Returns an operation without what its inverse says of the leaver's personal rows. To other members it stays as
 * undoable as before: a row that they never saw goes from the inverse, and a row that they saw at some time blocks an
 * undo as a deleted row does.
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

/** Returns null if nobody but the leaver ever saw the row, and the same row if it is not personal to the leaver. */
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
  // An inverse of an earlier version does not name the author, and only an author changes a personal row's content.
  const wasPersonal = holdsPersonal(one) && (actorId === leaver.member || isPersonalNow);
  if (!wasPersonal && !isPersonalNow) return one;
  const { visibility, template } = one.fields;
  const after = visibility?.after ?? visibilityIn(template?.after);
  if (wasPersonal)
    return after === 'SHARED' ? { ...one, fields: { visibility: { before: 'PERSONAL', after } } } : null;
  if (isOfCategoryAlone(one.fields)) return null;
  // The row goes with the leaver. That it was changed blocks an undo.
  return { ...one, fields: { visibility: { before: 'SHARED', after: 'SHARED' } } };
}
