import type { ChecklistItemId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { ChecklistItem } from './occurrence.js';

export const CHECKLIST_LIMIT = 100;

export type ChecklistItemEdit = {
  readonly title?: string;
  readonly done?: boolean;
  /** When it was ticked, or the tick was taken back. */
  readonly tickedAt?: Instant;
  readonly position?: number;
};

/** Both counts are shown on each line of a list. */
export function checklistProgress(checklist: readonly ChecklistItem[]): { done: number; total: number } {
  return { done: checklist.filter((item) => item.done).length, total: checklist.length };
}

/** With the item changed and, where a position (from 0) is given, moved there; null when there is no such item. */
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

/** Without the item; null when there is no such item. */
export function removeFromChecklist(
  checklist: readonly ChecklistItem[],
  id: ChecklistItemId,
): readonly ChecklistItem[] | null {
  const rest = checklist.filter((item) => item.id !== id);
  return rest.length === checklist.length ? null : rest;
}

/**
 * The checklist of an occurrence after that of its series went from the titles `before` to `after`: what stays keeps
 * its tick, and items that were added to this occurrence alone stay at the end. Undefined: it did not change.
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
