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
export const TASK_USE_CASES = {
  ...{ createTask, previewQuickAdd, quickAdd, listOccurrences, getOccurrence, editOccurrence },
  ...{ completeOccurrence, reopenOccurrence, deleteOccurrence, skipOccurrence, claimOccurrence },
  ...{ releaseOccurrence, restoreOccurrence, listTrash, addChecklistItem, editChecklistItem },
  ...{ removeChecklistItem, purgeTrash, emptyTrash },
};
