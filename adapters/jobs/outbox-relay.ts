import type { Logger } from '../../application/shared/ports.js';

/** How often the relay looks for jobs of a process that could not announce them. */
const PAUSE_MS = 15_000;
/** The pause after an error. */
const RETRY_MS = 1_000;
/** How long an added job waits, so that jobs that are added at the same time are moved together. */
const COLLECT_MS = 50;

export type OutboxRelayOptions = {
  /** Moves some jobs from the outbox to the queue. Returns true if there may be more. */
  readonly move: () => Promise<boolean>;
  readonly logger: Logger;
};

/** Empties the outbox when this process has added a job to it, or another one has announced that it has. */
export class OutboxRelay {
  readonly #move: () => Promise<boolean>;
  readonly #logger: Logger;
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** The pause before the next run. */
  #pauseMs = PAUSE_MS;

  constructor({ move, logger }: OutboxRelayOptions) {
    this.#move = move;
    this.#logger = logger;
  }

  start(): void {
    this.#isStarted = true;
    this.#running = this.#run();
  }

  /**
   * Must be called after a job has been added to the outbox and its transaction has committed, and when another process
   * has announced that.
   */
  added(): void {
    if (this.#pauseMs === COLLECT_MS) return;
    this.#pauseMs = COLLECT_MS;
    this.#planRun();
  }

  /** Stops moving jobs. Resolves when the current move has ended. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#pauseMs = PAUSE_MS;
    try {
      while (this.#isStarted && (await this.#move()));
    } catch (error) {
      this.#logger.error('job outbox relay failed', { error });
      this.#pauseMs = Math.min(this.#pauseMs, RETRY_MS);
    }
    this.#running = undefined;
    this.#planRun();
  }

  /** Replaces the plan for the next run. Does nothing during a run, because the run plans the next one at its end. */
  #planRun(): void {
    if (!this.#isStarted || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), this.#pauseMs);
  }
}
