import { PermanentJobError, type JobHandlers } from '../application/job-handlers.js';

/** What each job does. */
export function jobHandlers(): JobHandlers {
  return {
    'extend-horizons': () => Promise.reject(new PermanentJobError('extend-horizons has no use case yet')),
  };
}
