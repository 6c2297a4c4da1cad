import { requireActOn, requireEditItem } from '../shared/require-right.js';
import type { ChecklistItemId, OccurrenceId } from '../../domain/shared/ids.js';
import {
  CHECKLIST_LIMIT,
  editChecklist,
  type ChecklistItemEdit,
  removeFromChecklist,
} from '../../domain/tasks/checklist.js';
import { mutated, type Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed, notFound } from '../shared/errors.js';
import type { Clock, IdGenerator } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { changeOccurrence } from './change-occurrence.js';

/** Adds at the end; VALIDATION_FAILED when the list is full. */
export function addChecklistItem(dependencies: { unitOfWork: UnitOfWork; clock: Clock; ids: IdGenerator }) {
  const { clock, ids } = dependencies;
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId, title: string): Promise<Occurrence> =>
    change(caller, id, { action: 'checklist' }, (occurrence) => {
      if (occurrence.checklist.length >= CHECKLIST_LIMIT)
        throw validationFailed([
          {
            field: 'title',
            rule: 'arrayMaxSize',
            message: `a checklist holds at most ${CHECKLIST_LIMIT} items`,
          },
        ]);
      const item = { id: ids.next<ChecklistItemId>(), title, done: false };
      return mutated(
        occurrence,
        { checklist: [...occurrence.checklist, item] },
        { now: clock.now(), by: caller.memberId },
      );
    });
}

/** Renames, ticks or moves one item. */
export function editChecklistItem(dependencies: { unitOfWork: UnitOfWork; clock: Clock }) {
  const change = changeOccurrence(dependencies);
  return (
    caller: MemberCaller,
    id: OccurrenceId,
    itemId: ChecklistItemId,
    edit: ChecklistItemEdit,
  ): Promise<Occurrence> =>
    change(caller, id, { action: 'checklist' }, (occurrence) => {
      requireActOn(caller, occurrence);
      requireEditItem(caller, edit);
      const now = dependencies.clock.now();
      const ticked = { ...edit, ...(edit.done !== undefined && { tickedAt: now }) };
      const checklist = editChecklist(occurrence.checklist, itemId, ticked);
      if (checklist === null) throw notFound('checklist item');
      return mutated(occurrence, { checklist }, { now, by: caller.memberId });
    });
}

export function removeChecklistItem(dependencies: { unitOfWork: UnitOfWork; clock: Clock }) {
  const change = changeOccurrence(dependencies);
  return (caller: MemberCaller, id: OccurrenceId, itemId: ChecklistItemId): Promise<Occurrence> =>
    change(caller, id, { action: 'checklist' }, (occurrence) => {
      const checklist = removeFromChecklist(occurrence.checklist, itemId);
      if (checklist === null) throw notFound('checklist item');
      return mutated(occurrence, { checklist }, { now: dependencies.clock.now(), by: caller.memberId });
    });
}
