import type { OpenStream } from './open-stream.js';

const SLOTS = 25;

/** One timer for the pings of all streams, a share of which comes round with each of its ticks. */
export class PingWheel {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<OpenStream>());
  readonly #onTurn: (streams: ReadonlySet<OpenStream>) => void;
  #current = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onTurn: (streams: ReadonlySet<OpenStream>) => void) {
    this.#onTurn = onTurn;
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => this.#tick(), everyMs / SLOTS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Its turn comes when the wheel has gone round once, and then each time. */
  add(stream: OpenStream): void {
    stream.slot = this.#current;
    this.#slots[stream.slot]?.add(stream);
  }

  remove(stream: OpenStream): void {
    this.#slots[stream.slot]?.delete(stream);
  }

  #tick(): void {
    this.#current = (this.#current + 1) % SLOTS;
    const streams = this.#slots[this.#current];
    if (streams !== undefined && streams.size > 0) this.#onTurn(streams);
  }
}
