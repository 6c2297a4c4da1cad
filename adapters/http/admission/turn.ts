import type { Turnstile } from './turnstile.js';

type Place = { readonly turnstile: Turnstile; readonly key: string };

/** The places that one request holds among those at work; none until it takes some. */
export class Turn {
  readonly #places: Place[] = [];
  #isHeld = true;

  async take(turnstile: Turnstile, key: string): Promise<void> {
    await turnstile.enter(key);
    this.#places.push({ turnstile, key });
  }

  /** Lets others work while this one waits for its client. */
  pause(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const { turnstile, key } of this.#places) turnstile.leave(key);
  }

  /** In the order in which the places were taken: no two requests wait for each other. */
  async resume(): Promise<void> {
    for (const { turnstile, key } of this.#places) await turnstile.enterAgain(key);
    this.#isHeld = true;
  }

  end(): void {
    this.pause();
    this.#places.length = 0;
  }
}
