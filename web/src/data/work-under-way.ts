import { signal } from '@preact/signals';
import { api, value } from '../api/client.ts';

/** A page of the change feed with at least this many rows suggests that a large operation is still running. */
const MANY_ROWS = 50;
const LOOK_AGAIN_MS = 5_000;
/**
 * Only this many of the newest operations are checked, because an operation that is still running has begun recently.
 */
const NEWEST = 10;

/** Tracks whether an operation that changes many tasks is still running in a household. */
export class WorkUnderWay {
  readonly isThere = signal(false);
  readonly #householdId: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(householdId: string) {
    this.#householdId = householdId;
  }

  /** Asks the service for running operations if the last page of the feed was large. */
  suspect(rowCount: number): void {
    if (rowCount >= MANY_ROWS) void this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.isThere.value = false;
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const newest = await value(
      api.GET('/v1/households/{householdId}/operations', {
        params: { path: { householdId: this.#householdId }, query: { limit: NEWEST } },
      }),
    ).catch(() => []);
    this.isThere.value = newest.some(({ progress }) => progress !== null);
    clearTimeout(this.#timer);
    if (this.isThere.value) this.#timer = setTimeout(() => void this.#look(), LOOK_AGAIN_MS);
  }
}
