import type { ErrorMonitor, ReportedError } from '../../application/ports/error-monitor.js';
import type { Logger } from '../../application/ports/logger.js';

/** Errors of clients are lines of the log; those of the service are there already. */
export class LoggingErrorMonitor implements ErrorMonitor {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  report(error: ReportedError): void {
    if (error.source === 'service') return;
    const { source, message, ...details } = error;
    this.#logger.warn(`error in a ${source}`, { reported: message, ...details });
  }
}
