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
export const SERIES_USE_CASES = {
  ...{ previewRecurrence, previewOccurrenceEdit, previewOccurrenceDeletion, previewSeriesEdit, listSeries },
  ...{ getSeries, showSeriesRecords, editSeries, deleteSeries, listSeriesHistory, requestSwap, answerSwap },
  ...{ withdrawSwap, listSwaps, replanNextTurns: replanInLine, extendHorizons, drawTurns, skipMissed },
  ...{ declinePassedSwaps },
};

function replanInLine(ports: Ports) {
  const replan = replanNextTurns(ports);
  return (batch: Parameters<typeof replan>[0]) => ports.bulkLine.run(() => replan(batch));
}
