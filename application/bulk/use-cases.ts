import { takePauseStep, takeResumeStep } from '../days/pause-steps.js';
import { takeCategoryStep } from '../households/category-steps.js';
import type { Ports } from '../use-case-ports.js';
import { type BulkSteps, continueBulkWork, continueServiceWork, sweepBulkWork } from './bulk-work.js';
import { measureHousehold, measureUndo } from './measure-household.js';

/** Work that changes most of a household. */
export function bulkUseCases(ports: Ports) {
  return {
    measureHousehold: measureHousehold(ports),
    measureUndo: measureUndo(ports),
    continueBulkWork: continueBulkWork({ ...ports, steps: stepsByKind(ports) }),
    continueServiceWork: continueServiceWork({ ...ports, steps: stepsByKind(ports) }),
    sweepBulkWork: sweepBulkWork(ports),
  };
}

/** What is stored of unfinished work is of the kind that its step wrote. */
function stepsByKind(ports: Ports): BulkSteps {
  return {
    pause: takePauseStep(ports),
    resume: takeResumeStep(ports),
    category: takeCategoryStep(ports),
  };
}
