import { refusal, type ErrorName } from './answers.js';
import type { Account } from './calendars.js';
import { WRITES, type Call } from './call.js';
import type { FakeGoogleClock } from './clock.js';

export type Limits = {
  /** Units in any 60 seconds. */
  perProject: number;
  perUser: number;
  /** Writes to one calendar in any second. null means no limit. */
  writesPerCalendar: number | null;
};

type Spent = { readonly at: number; readonly units: number };

const MINUTE = 60_000;
const SECOND = 1000;

/** Limits the requests in sliding windows, by the clock of the fake. */
export class Quotas {
  readonly limits: Limits = { perProject: 10_000, perUser: 600, writesPerCalendar: null };
  /** The error for requests beyond a limit. */
  error: ErrorName = 'rateLimitExceeded';
  /**
   * The seconds in the Retry-After header of the error, or null for none. Google does not promise this
   * header.
   */
  retryAfter: number | null = null;
  readonly #clock: FakeGoogleClock;
  readonly #spent = new Map<string, Spent[]>();
  /** The users whose calendars are read-only for some time, with the instant at which that ends. */
  readonly #readOnly = new Map<string, number>();

  constructor(clock: FakeGoogleClock) {
    this.#clock = clock;
  }

  /** Refuses all writes of an account for some time, as Google does after too many writes in a day. */
  makeReadOnly(account: Account, milliseconds: number): void {
    this.#readOnly.set(account.sub, this.#clock.now() + milliseconds);
  }

  take(account: Account, { operation, calendarId }: Call): void {
    const units = operation === 'events.patch' ? 3 : 1;
    const { perProject, perUser, writesPerCalendar } = this.limits;
    this.#spend('project', MINUTE, units, perProject);
    this.#spend(`user ${account.sub}`, MINUTE, units, perUser);
    if (operation === null || !WRITES.has(operation)) return;
    if (this.#clock.now() < (this.#readOnly.get(account.sub) ?? 0)) throw refusal('quotaExceeded');
    this.#spend(`calendar ${calendarId}`, SECOND, 1, writesPerCalendar ?? Infinity);
  }

  #spend(name: string, window: number, units: number, limit: number): void {
    const now = this.#clock.now();
    const recent = (this.#spent.get(name) ?? []).filter(({ at }) => at > now - window);
    const used = recent.reduce((sum, spent) => sum + spent.units, 0);
    if (used + units > limit)
      throw refusal(this.error, this.retryAfter === null ? {} : { 'retry-after': String(this.retryAfter) });
    this.#spent.set(name, [...recent, { at: now, units }]);
  }
}
