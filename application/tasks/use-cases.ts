import type { Ports } from '../composition/use-case-ports.js';
import { addChecklistItem, editChecklistItem, removeChecklistItem } from './checklist.js';
import { claimOccurrence, releaseOccurrence } from './claim-occurrence.js';
import { completeOccurrence, reopenOccurrence, skipOccurrence } from './complete-occurrence.js';
import { createTask } from './create-task.js';
import { deleteOccurrence } from './delete-occurrence.js';
import { editOccurrence } from './edit-occurrence.js';
import { getOccurrence, listOccurrences, listTrash } from './queries.js';
import { emptyTrash, purgeTrash } from './purge-trash.js';
import { previewQuickAdd, quickAdd } from '../quick-add/quick-add.js';
import { restoreOccurrence } from './restore-occurrence.js';

/** Tasks and their occurrences, also those of series. */
export function taskUseCases(ports: Ports) {
  return {
    createTask: createTask(ports),
    previewQuickAdd: previewQuickAdd(ports),
    quickAdd: quickAdd(ports),
    listOccurrences: listOccurrences(ports),
    getOccurrence: getOccurrence(ports),
    editOccurrence: editOccurrence(ports),
    completeOccurrence: completeOccurrence(ports),
    reopenOccurrence: reopenOccurrence(ports),
    deleteOccurrence: deleteOccurrence(ports),
    skipOccurrence: skipOccurrence(ports),
    claimOccurrence: claimOccurrence(ports),
    releaseOccurrence: releaseOccurrence(ports),
    restoreOccurrence: restoreOccurrence(ports),
    listTrash: listTrash(ports),
    addChecklistItem: addChecklistItem(ports),
    editChecklistItem: editChecklistItem(ports),
    removeChecklistItem: removeChecklistItem(ports),
    purgeTrash: purgeTrash(ports),
    emptyTrash: emptyTrash(ports),
  };
}
