import { refusal, type ErrorName } from './answers.js';
import type { Account } from './calendars.js';
import { WRITES, type Call } from './call.js';
import type { FakeGoogleClock } from './clock.js';

export type Limits = {
  /** Units in any 60 seconds. */
  perProject: number;
  perUser: number;
  /** Writes to one calendar in any second; null does not count them. */
  writesPerCalendar: number | null;
};

type Spent = { readonly at: number; readonly units: number };

const MINUTE = 60_000;
const SECOND = 1000;

/** Sliding windows on the fake's clock. */
export class Quotas {
  readonly limits: Limits = { perProject: 10_000, perUser: 600, writesPerCalendar: null };
  /** The answer to requests beyond the limit. */
  error: ErrorName = 'rateLimitExceeded';
  /** Seconds to wait that the answer names; Google promises none. */
  retryAfter: number | null = null;
  readonly #clock: FakeGoogleClock;
  readonly #spent = new Map<string, Spent[]>();
  /** Users whose calendars are read-only for a while, until when. */
  readonly #readOnly = new Map<string, number>();

  constructor(clock: FakeGoogleClock) {
    this.#clock = clock;
  }

  /** The provider's punishment for too much in a day: hours without writes. */
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
