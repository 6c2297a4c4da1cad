import type { Effect } from './answers.js';
import { WRITES, type Call, type Operation } from './call.js';

export type Entry = {
  readonly at: number;
  readonly call: Call;
  readonly operation: Operation | null;
  /** The e-mail address of the account. */
  readonly account: string | null;
  status: number | null;
  effect: Effect;
  /** The kind of the fault that was applied. */
  fault: string | null;
};

/** Records all requests in the order of their arrival, and how many ran at the same time. */
export class Journal {
  #entries: Entry[] = [];
  readonly #atWork = new Map<string, number>();
  readonly #most = new Map<string, number>();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Returns the names of the requests in order: `events.insert`, `oauth.token` … */
  operations(prefix = ''): readonly string[] {
    return this.#entries
      .map(({ operation }) => operation ?? 'unknown')
      .filter((name) => name.startsWith(prefix));
  }

  /** Returns the requests to the Calendar API, without those to the OAuth endpoints. */
  calls(operation?: Operation): readonly Entry[] {
    return this.#entries.filter(
      (entry) =>
        entry.operation?.startsWith('oauth.') !== true &&
        (operation === undefined || entry.operation === operation),
    );
  }

  /** Returns the requests that ask for a change, whether they succeeded or not. */
  writes(calendarId?: string): readonly Entry[] {
    return this.#entries.filter(
      ({ operation, call }) =>
        operation !== null &&
        WRITES.has(operation) &&
        (calendarId === undefined || call.calendarId === calendarId),
    );
  }

  /** Returns the requests that changed an event. */
  effectiveWrites(calendarId?: string): readonly Entry[] {
    return this.writes(calendarId).filter(({ effect }) => effect !== 'none');
  }

  /** Returns how many requests for this calendar ran at the same time at most. */
  maxConcurrency(calendarId: string): number {
    return this.#most.get(calendarId) ?? 0;
  }

  clear(): void {
    this.#entries = [];
    this.#most.clear();
  }

  begin(entry: Entry): void {
    this.#entries.push(entry);
    this.#count(entry.call.calendarId, 1);
  }

  end({ call }: Entry): void {
    this.#count(call.calendarId, -1);
  }

  #count(calendarId: string, by: number): void {
    const atWork = (this.#atWork.get(calendarId) ?? 0) + by;
    this.#atWork.set(calendarId, atWork);
    this.#most.set(calendarId, Math.max(atWork, this.#most.get(calendarId) ?? 0));
  }
}
