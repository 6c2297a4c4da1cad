import { takeDaysStep } from '../days/follow-days.js';
import { takePauseStep, takeResumeStep } from '../days/pause-steps.js';
import { takeShiftStep } from '../days/shift-by-days.js';
import { takeCategoryStep } from '../households/category-steps.js';
import { takeDepartureStep } from '../households/departure-steps.js';
import { takeUndoStep } from '../operations/undo-in-parts.js';
import type { Ports } from '../composition/use-case-ports.js';
import { type BulkSteps, continueBulkWork, continueServiceWork, sweepBulkWork } from './bulk-work.js';
import { measureHousehold, measureRejoin, measureSeries, measureUndo } from './measure-household.js';

const continueWork = (ports: Ports) => continueBulkWork({ ...ports, steps: stepsByKind(ports) });
const continueWorkOfService = (ports: Ports) => continueServiceWork({ ...ports, steps: stepsByKind(ports) });

/** Work that changes most of a household. */
export const BULK_USE_CASES = {
  ...{ measureHousehold, measureUndo, measureSeries, measureRejoin, continueBulkWork: continueWork },
  ...{ continueServiceWork: continueWorkOfService, sweepBulkWork },
};

/** What is stored of unfinished work is of the kind that its step wrote. */
function stepsByKind(ports: Ports): BulkSteps {
  return {
    pause: takePauseStep(ports),
    resume: takeResumeStep(ports),
    days: takeDaysStep(ports),
    shift: takeShiftStep(ports),
    category: takeCategoryStep(ports),
    departure: takeDepartureStep(ports),
    undo: takeUndoStep(ports),
  };
}
