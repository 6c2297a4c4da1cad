import type { ChecklistItemId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { ChecklistItem } from './occurrence.js';

export const CHECKLIST_LIMIT = 100;

export type ChecklistItemEdit = {
  readonly title?: string;
  readonly done?: boolean;
  /** When the item was last ticked or unticked. */
  readonly tickedAt?: Instant;
  readonly position?: number;
};

/** Returns the numbers of ticked items and of all items, which lists show for each task. */
export function checklistProgress(checklist: readonly ChecklistItem[]): { done: number; total: number } {
  return { done: checklist.filter((item) => item.done).length, total: checklist.length };
}

/**
 * Returns the checklist with the item changed and, if a position (from 0) is given, moved there. Returns null
 * if there is no such item.
 */
export function editChecklist(
  checklist: readonly ChecklistItem[],
  id: ChecklistItemId,
  edit: ChecklistItemEdit,
): readonly ChecklistItem[] | null {
  const at = checklist.findIndex((item) => item.id === id);
  const item = checklist[at];
  if (item === undefined) return null;
  const { position = at, ...fields } = edit;
  const changed = { ...item, ...fields };
  const others = checklist.toSpliced(at, 1);
  return others.toSpliced(Math.min(position, others.length), 0, changed);
}

/** Returns the checklist without the item, or null if there is no such item. */
export function removeFromChecklist(
  checklist: readonly ChecklistItem[],
  id: ChecklistItemId,
): readonly ChecklistItem[] | null {
  const rest = checklist.filter((item) => item.id !== id);
  return rest.length === checklist.length ? null : rest;
}

/**
 * Updates the checklist of an occurrence after the checklist of its series was edited. The titles changed
 * from `before` to `after`. Items that remain keep their ticks. Items that were added to this occurrence
 * alone stay at the end. If `after` is undefined, the checklist stays unchanged.
 */
export function followChecklist(
  checklist: readonly ChecklistItem[],
  before: readonly string[],
  after: readonly string[] | undefined,
  newItemId: () => ChecklistItemId,
): readonly ChecklistItem[] {
  if (after === undefined) return checklist;
  const left = [...checklist];
  const listed = after.map((title) => {
    const at = left.findIndex((item) => item.title === title);
    return at < 0 ? { id: newItemId(), title, done: false } : (left.splice(at, 1)[0] as ChecklistItem);
  });
  return [...listed, ...left.filter(({ title }) => !before.includes(title))];
}
