import type { Logger } from '../application/shared/ports.js';
import { within } from '../application/shared/within.js';

export interface ShutdownOptions {
  readonly logger: Logger;
  /** Ends the process; a function so that tests survive it. */
  readonly exit: (code: number) => void;
  readonly deadlineMs?: number;
}

export interface ShutdownStep {
  readonly name: string;
  /** How long the step may take; past it the next one begins all the same. */
  readonly limitMs: number;
  readonly run: () => Promise<void> | void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Ctrl-C below npm arrives twice, from the terminal and from npm, and is meant once. */
const ECHO_MS = 500;

/**
 * What is done in which order when the process is told to end. Steps run in the order in which they
 * were added, each once, one after the other; a step that fails or takes too long is reported and does
 * not hold up the others. The exit code is 0 when all went well, else 1.
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

  /** The limits of all steps together have to fit into the deadline: a wrong plan fails at start, not at the end. */
  add(step: ShutdownStep): void {
    const planned = [...this.#steps, step].reduce((sum, { limitMs }) => sum + limitMs, 0);
    if (planned > this.#deadlineMs) {
      throw new Error(`Shutdown step "${step.name}" does not fit: ${planned} of ${this.#deadlineMs} ms`);
    }
    this.#steps.push(step);
  }

  /** Begins on the first signal; a later one means that somebody does not want to wait. */
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

  /** Runs the steps and exits; a call while they run waits for them. */
  begin(reason: string): Promise<void> {
    this.#running ??= this.#runAll(reason);
    return this.#running;
  }

  async #runAll(reason: string): Promise<void> {
    this.#logger.info('shutting down', { reason });
    let clean = true;
    for (const step of this.#steps) {
      try {
        await within(step.limitMs, step.run, `not done within ${step.limitMs} ms`);
      } catch (error) {
        clean = false;
        this.#logger.error('shutdown step failed', { step: step.name, error });
      }
    }
    this.#logger.info('stopped', { clean });
    this.#exit(clean ? 0 : 1);
  }
}
