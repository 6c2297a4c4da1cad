import type { Ports } from '../composition/use-case-ports.js';
import { answerSwap, withdrawSwap } from './answer-swap.js';
import { declinePassedSwaps } from './decline-fallen-swaps.js';
import { deleteSeries, editSeries } from './edit-series.js';
import { drawTurns } from './draw-turns.js';
import { extendHorizons } from './extend-horizons.js';
import { listSeriesHistory, getSeries, listSeries, listSwaps, showSeriesRecords } from './queries.js';
import { previewOccurrenceDeletion, previewOccurrenceEdit, previewSeriesEdit } from './preview-edits.js';
import { previewRecurrence } from './preview-recurrence.js';
import { replanNextTurns } from './replan-turns.js';
import { requestSwap } from './request-swap.js';
import { skipMissed } from './skip-missed.js';

/** Repeating tasks, and the turns in them that are swapped. */
export function seriesUseCases(ports: Ports) {
  return {
    previewRecurrence: previewRecurrence(ports),
    previewOccurrenceEdit: previewOccurrenceEdit(ports),
    previewOccurrenceDeletion: previewOccurrenceDeletion(ports),
    previewSeriesEdit: previewSeriesEdit(ports),
    listSeries: listSeries(ports),
    getSeries: getSeries(ports),
    showSeriesRecords: showSeriesRecords(ports),
    editSeries: editSeries(ports),
    deleteSeries: deleteSeries(ports),
    listSeriesHistory: listSeriesHistory(ports),
    requestSwap: requestSwap(ports),
    answerSwap: answerSwap(ports),
    withdrawSwap: withdrawSwap(ports),
    listSwaps: listSwaps(ports),
    replanNextTurns: (batch: Parameters<ReturnType<typeof replanNextTurns>>[0]) =>
      ports.bulkLine.run(() => replanNextTurns(ports)(batch)),
    extendHorizons: extendHorizons(ports),
    drawTurns: drawTurns(ports),
    skipMissed: skipMissed(ports),
    declinePassedSwaps: declinePassedSwaps(ports),
  };
}
