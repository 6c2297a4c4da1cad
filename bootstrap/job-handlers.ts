import type { JobHandlers } from '../application/job-handlers.js';
import type { UseCases } from '../application/use-cases.js';

/** What each job does. */
export function jobHandlers(useCases: UseCases): JobHandlers {
  return {
    'extend-horizons': async () => void (await useCases.extendHorizons()),
    'skip-missed': async () => void (await useCases.skipMissed()),
  };
}
