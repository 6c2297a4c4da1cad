import type { ChecklistItemId, OccurrenceId } from '../../domain/shared/ids.js';
import { editChecklist, type ChecklistItemEdit } from '../../domain/tasks/checklist.js';
import { mutated, type Occurrence } from '../../domain/tasks/occurrence.js';
import type { MemberCaller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { changeOccurrence } from './change-occurrence.js';

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
      const checklist = editChecklist(occurrence.checklist, itemId, edit);
      if (checklist === null) throw notFound('checklist item');
      return mutated(occurrence, { checklist }, dependencies.clock.now());
    });
}
