import type { Logger } from '../application/shared/ports.js';
import { withTimeout } from '../application/shared/with-timeout.js';

export interface ShutdownOptions {
  readonly logger: Logger;
  /** A function that ends the process. It is a parameter, so that tests can replace it. */
  readonly exit: (code: number) => void;
  readonly deadlineMs?: number;
}

export interface ShutdownStep {
  readonly name: string;
  /** How long the step may take, in milliseconds. After that, the next step begins anyway. */
  readonly limitMs: number;
  readonly run: () => Promise<void> | void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** The time in which a second signal is ignored. Under npm, Ctrl-C arrives twice: from the terminal and from npm. */
const ECHO_MS = 500;

/**
 * Runs the steps of a shutdown, in the order in which they were added. A step that fails or takes too long is logged
 * and does not stop the others. The exit code is 0 if all steps succeeded, else 1.
 */
export class Shutdown {
  readonly #logger: Logger;
  readonly #exit: (code: number) => void;
  readonly #deadlineMs: number;
  readonly #steps: ShutdownStep[] = [];
  #running: Promise<void> | undefined;

  constructor({ logger, exit, deadlineMs = 10_000 }: ShutdownOptions) {
    this.#logger = logger;
    this.#exit = exit;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Adds a step. Throws an error if the limits of all steps exceed the deadline, so that a wrong plan fails at the
   * start and not during a shutdown.
   */
  add(step: ShutdownStep): void {
    const planned = [...this.#steps, step].reduce((sum, { limitMs }) => sum + limitMs, 0);
    if (planned > this.#deadlineMs) {
      throw new Error(
        `Shutdown step "${step.name}" exceeds the deadline: the steps take up to ${planned} of ${this.#deadlineMs} ms`,
      );
    }
    this.#steps.push(step);
  }

  /**
   * Begins the shutdown at the first signal. A later one ends the process immediately, unless it comes within
   * ECHO_MS.
   */
  listenTo(process: Pick<NodeJS.EventEmitter, 'on'>): void {
    let first: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        first ??= performance.now();
        if (performance.now() - first > ECHO_MS) this.#exit(1);
        else void this.begin(signal);
      });
    }
  }

  /** Runs the steps and exits. A second call waits for the first. */
  begin(reason: string): Promise<void> {
    this.#running ??= this.#runAll(reason);
    return this.#running;
  }

  async #runAll(reason: string): Promise<void> {
    this.#logger.info('shutting down', { reason });
    let clean = true;
    for (const step of this.#steps) {
      try {
        await withTimeout(step.limitMs, step.run, `not finished within ${step.limitMs} ms`);
      } catch (error) {
        clean = false;
        this.#logger.error('shutdown step failed', { step: step.name, error });
      }
    }
    this.#logger.info('stopped', { clean });
    this.#exit(clean ? 0 : 1);
  }
}
