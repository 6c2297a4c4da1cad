import type { Turnstile } from './turnstile.js';

type Place = { readonly turnstile: Turnstile; readonly key: string };

/** The places that one request holds among those at work; none until it takes some. */
export class Turn {
  readonly #places: Place[] = [];
  #isHeld = true;
  #leaveLine: (() => void) | null = null;

  async take(turnstile: Turnstile, key: string): Promise<void> {
    await turnstile.enter(key);
    this.#places.push({ turnstile, key });
  }

  /** Waits in a line without holding any places, so that others of the same user and household can work meanwhile. */
  async waitInLine(enter: () => Promise<() => void>): Promise<void> {
    this.pause();
    this.#leaveLine = await enter();
    await this.resume();
  }

  /** Lets others work while this one waits for its client. The place in a line is given up for good. */
  pause(): void {
    this.#leaveLine?.();
    this.#leaveLine = null;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const { turnstile, key } of this.#places) turnstile.leave(key);
  }

  /** In the order in which the places were taken: no two requests wait for each other. */
  async resume(): Promise<void> {
    if (this.#isHeld) return;
    for (const { turnstile, key } of this.#places) await turnstile.enterAgain(key);
    this.#isHeld = true;
  }

  /** Takes the places again for each piece that is made, and not while the client takes it. */
  async *each<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
    try {
      for (;;) {
        await this.resume();
        const next = await pieces.next().finally(() => this.pause());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  end(): void {
    this.pause();
    this.#places.length = 0;
  }
}
