import type { ErrorMonitor, ReportedError, Logger } from '../../application/shared/ports.js';

/** Logs the errors of clients. Errors of the service itself are already in the log. */
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

/** Passes each error to all monitors. */
export class SeveralErrorMonitors implements ErrorMonitor {
  readonly #monitors: readonly ErrorMonitor[];

  constructor(monitors: readonly ErrorMonitor[]) {
    this.#monitors = monitors;
  }

  report(error: ReportedError): void {
    for (const monitor of this.#monitors) monitor.report(error);
  }
}
