import type { ErrorMonitor, ReportedError } from '../../application/ports/error-monitor.js';
import type { Logger } from '../../application/ports/logger.js';

/** Where no service for errors is configured, they are lines of the log. */
export class LoggingErrorMonitor implements ErrorMonitor {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  report({ source, message, ...details }: ReportedError): void {
    this.#logger.warn(`error in a ${source}`, { reported: message, ...details });
  }
}
