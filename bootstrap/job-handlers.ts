import { PermanentJobError, type JobHandlers } from '../application/job-handlers.js';
import type { UseCaseDependencies } from '../application/use-cases.js';

/** What each job does, over the ports of this process. */
export function jobHandlers(_ports: UseCaseDependencies): JobHandlers {
  return {
    'extend-horizons': () => Promise.reject(new PermanentJobError('extend-horizons has no use case yet')),
  };
}
