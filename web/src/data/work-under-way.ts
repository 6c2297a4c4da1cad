import { signal } from '@preact/signals';
import { api, value } from '../api/client.ts';

/** One answer of the feed brings as many rows where somebody changes many series at once. */
const MANY_ROWS = 50;
const LOOK_AGAIN_MS = 5_000;
/** What changes many series is among the newest operations. */
const NEWEST = 10;

/** Knows whether an operation that changes many tasks is still being carried out in a household. */
export class WorkUnderWay {
  readonly isThere = signal(false);
  readonly #householdId: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(householdId: string) {
    this.#householdId = householdId;
  }

  /** Asks the service if the feed has just brought so many rows that such an operation may be under way. */
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
