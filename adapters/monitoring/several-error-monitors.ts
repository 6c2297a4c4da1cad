import type { ErrorMonitor, ReportedError } from '../../application/shared/ports.js';

/** Tells all of them. */
export class SeveralErrorMonitors implements ErrorMonitor {
  readonly #monitors: readonly ErrorMonitor[];

  constructor(monitors: readonly ErrorMonitor[]) {
    this.#monitors = monitors;
  }

  report(error: ReportedError): void {
    for (const monitor of this.#monitors) monitor.report(error);
  }
}
