import type { Ports } from '../use-case-ports.js';
import { addChecklistItem } from './add-checklist-item.js';
import { answerSwap, withdrawSwap } from '../series/answer-swap.js';
import { completeOccurrence } from './complete-occurrence.js';
import { createTask } from './create-task.js';
import { deleteOccurrence } from './delete-occurrence.js';
import { editChecklistItem } from './edit-checklist-item.js';
import { editOccurrence } from './edit-occurrence.js';
import { deleteSeries, editSeries } from '../series/edit-series.js';
import { extendHorizons } from '../series/extend-horizons.js';
import { getOccurrence } from './get-occurrence.js';
import { listOccurrences } from './list-occurrences.js';
import { listSeriesHistory } from '../series/list-series-history.js';
import { getSeries, listSeries } from '../series/list-series.js';
import { listSwaps } from '../series/list-swaps.js';
import { listTrash } from './list-trash.js';
import { previewRecurrence } from '../series/preview-recurrence.js';
import { purgeTrash } from './purge-trash.js';
import { previewQuickAdd, quickAdd } from '../quick-add/quick-add.js';
import { removeChecklistItem } from './remove-checklist-item.js';
import { reopenOccurrence } from './reopen-occurrence.js';
import { requestSwap } from '../series/request-swap.js';
import { restoreOccurrence } from './restore-occurrence.js';
import { skipMissed } from '../series/skip-missed.js';
import { skipOccurrence } from './skip-occurrence.js';

/** Tasks, their occurrences and series, and the turns that are swapped. */
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
    restoreOccurrence: restoreOccurrence(ports),
    listTrash: listTrash(ports),
    addChecklistItem: addChecklistItem(ports),
    editChecklistItem: editChecklistItem(ports),
    removeChecklistItem: removeChecklistItem(ports),
    purgeTrash: purgeTrash(ports),

    previewRecurrence: previewRecurrence(ports),
    listSeries: listSeries(ports),
    getSeries: getSeries(ports),
    editSeries: editSeries(ports),
    deleteSeries: deleteSeries(ports),
    listSeriesHistory: listSeriesHistory(ports),
    requestSwap: requestSwap(ports),
    answerSwap: answerSwap(ports),
    withdrawSwap: withdrawSwap(ports),
    listSwaps: listSwaps(ports),
    extendHorizons: extendHorizons(ports),
    skipMissed: skipMissed(ports),
  };
}
