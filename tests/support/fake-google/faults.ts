import type { Answer } from './answers.js';
import type { Call, Operation } from './call.js';

/** How a request fails. A fault without "after effect" in its comment or name prevents the work. */
export type Fault =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The work is done, but this is the answer. */
  | { readonly kind: 'answer after effect'; readonly answer: Answer }
  | { readonly kind: 'reset before effect' }
  | { readonly kind: 'reset after effect' }
  /** The work is done. The connection breaks in the middle of the body. */
  | { readonly kind: 'truncated body' }
  /** The work is done. The body ends too early, but the response ends normally. */
  | { readonly kind: 'short body' }
  /** The work is done. The body is right, but its content type is wrong. */
  | { readonly kind: 'wrong type' }
  /** There is no answer until the fake is closed. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'hang after effect' };

export type Match = {
  readonly operation?: Operation;
  readonly method?: string;
  /** A part of path and query. */
  readonly url?: string | RegExp;
  /** The e-mail address of the account. */
  readonly account?: string;
  readonly calendarId?: string;
  readonly eventId?: string;
};

export type Seen = { readonly call: Call; readonly account: string | null };

type Planned = { match: Match; fault: Fault; skip: number; times: number };

/** Decides which requests fail, and how. By default none does. */
export class FaultPlan {
  #planned: Planned[] = [];
  #chance: ((seen: Seen) => Fault | null) | null = null;

  /**
   * Plans a fault for the `nth` matching request (the first is 1) and the following ones, `times` in total.
   */
  add(match: Match, fault: Fault, { nth = 1, times = 1 } = {}): void {
    this.#planned.push({ match, fault, skip: nth - 1, times });
  }

  /** Sets a function that decides about requests for which no fault is planned. null removes it. */
  decideBy(chance: ((seen: Seen) => Fault | null) | null): void {
    this.#chance = chance;
  }

  clear(): void {
    this.#planned = [];
    this.#chance = null;
  }

  /** Returns true if a planned fault has not happened yet. */
  get pending(): boolean {
    return this.#planned.length > 0;
  }

  next(seen: Seen): Fault | null {
    const matching = this.#planned.filter(({ match }) => doesMatch(match, seen));
    const due = matching.find(({ skip }) => skip === 0);
    for (const planned of matching) if (planned.skip > 0) planned.skip--;
    if (due === undefined) return this.#chance?.(seen) ?? null;
    due.times--;
    this.#planned = this.#planned.filter(({ times }) => times > 0);
    return due.fault;
  }
}

export function doesMatch(match: Match, { call, account }: Seen): boolean {
  const { url } = match;
  return (
    (match.operation === undefined || match.operation === call.operation) &&
    (match.method === undefined || match.method === call.method) &&
    (match.account === undefined || match.account === account) &&
    (match.calendarId === undefined || match.calendarId === call.calendarId) &&
    (match.eventId === undefined || match.eventId === call.eventId) &&
    (url === undefined || (typeof url === 'string' ? call.url.includes(url) : url.test(call.url)))
  );
}
