import type { Effect } from './answers.js';
import { WRITES, type Call, type Operation } from './call.js';

export type Entry = {
  readonly at: number;
  readonly call: Call;
  readonly operation: Operation | null;
  /** E-mail address. */
  readonly account: string | null;
  status: number | null;
  effect: Effect;
  /** The kind of fault that struck. */
  fault: string | null;
};

/** Every request, in the order of arrival, and how many were at work at once. */
export class Journal {
  #entries: Entry[] = [];
  readonly #atWork = new Map<string, number>();
  readonly #most = new Map<string, number>();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The requests in order: `events.insert`, `oauth.token` … */
  operations(prefix = ''): readonly string[] {
    return this.#entries
      .map(({ operation }) => operation ?? 'unknown')
      .filter((name) => name.startsWith(prefix));
  }

  /** Requests to the Calendar API; the OAuth endpoints do not count. */
  calls(operation?: Operation): readonly Entry[] {
    return this.#entries.filter(
      (entry) =>
        entry.operation?.startsWith('oauth.') !== true &&
        (operation === undefined || entry.operation === operation),
    );
  }

  /** Requests that ask for a change, whatever became of it. */
  writes(calendarId?: string): readonly Entry[] {
    return this.#entries.filter(
      ({ operation, call }) =>
        operation !== null &&
        WRITES.has(operation) &&
        (calendarId === undefined || call.calendarId === calendarId),
    );
  }

  /** Requests that changed an event. */
  effectiveWrites(calendarId?: string): readonly Entry[] {
    return this.writes(calendarId).filter(({ effect }) => effect !== 'none');
  }

  /** How many requests for that calendar were at work at once, at most. */
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
