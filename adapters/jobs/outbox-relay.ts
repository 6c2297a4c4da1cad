import type { Logger } from '../../application/shared/ports.js';

const PAUSE_MS = 1_000;

export type OutboxRelayOptions = {
  /** Moves some jobs from the outbox to the queue. Returns true if there may be more. */
  readonly move: () => Promise<boolean>;
  readonly logger: Logger;
};

/** Empties the outbox repeatedly, with a pause between the runs. */
export class OutboxRelay {
  readonly #move: () => Promise<boolean>;
  readonly #logger: Logger;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor({ move, logger }: OutboxRelayOptions) {
    this.#move = move;
    this.#logger = logger;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stops moving jobs. Resolves when the current move has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopped && (await this.#move()));
    } catch (error) {
      this.#logger.error('job outbox relay failed', { error });
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.start(), PAUSE_MS);
  }
}
