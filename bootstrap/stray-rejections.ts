import type { Logger } from '../application/shared/ports.js';

/**
 * A promise that nobody waits for and that fails is a defect of its own: it is logged as one, and the requests and
 * jobs of others go on. What is thrown outside of any promise still ends the process: nobody knows what it left.
 */
export function surviveStrayRejections(
  process: Pick<NodeJS.EventEmitter, 'on'>,
  logger: Pick<Logger, 'error'>,
): void {
  process.on('unhandledRejection', (reason: unknown) => {
    logger.error('a failure that nobody waited for', { error: reason });
  });
}
