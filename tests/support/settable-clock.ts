import type { Clock } from '../../application/shared/ports.js';

/** A clock that stands still until a test moves it. */
export class SettableClock implements Clock {
  #now: number;

  constructor(iso: string) {
    this.#now = Date.parse(iso);
  }

  now(): number {
    return this.#now;
  }

  set(iso: string): void {
    this.#now = Date.parse(iso);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
