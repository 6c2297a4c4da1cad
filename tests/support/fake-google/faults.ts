import type { Answer } from './answers.js';
import type { Call, Operation } from './call.js';

/** What goes wrong with a request. What names no effect happens instead of the work. */
export type Fault =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The work is done, and this is said. */
  | { readonly kind: 'answer after effect'; readonly answer: Answer }
  | { readonly kind: 'reset before effect' }
  | { readonly kind: 'reset after effect' }
  /** The line breaks in the middle of the body; the work is done. */
  | { readonly kind: 'truncated body' }
  /** The body ends early and cleanly; the work is done. */
  | { readonly kind: 'short body' }
  /** The right body under another content type; the work is done. */
  | { readonly kind: 'wrong type' }
  /** No answer until the fake is closed. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'hang after effect' };

export type Match = {
  readonly operation?: Operation;
  readonly method?: string;
  /** Found somewhere in path and query. */
  readonly url?: string | RegExp;
  /** The account's e-mail address. */
  readonly account?: string;
  readonly calendarId?: string;
  readonly eventId?: string;
};

export type Seen = { readonly call: Call; readonly account: string | null };

type Planned = { match: Match; fault: Fault; skip: number; times: number };

/** Which requests go wrong, and how; nothing by default. */
export class FaultPlan {
  #planned: Planned[] = [];
  #chance: ((seen: Seen) => Fault | null) | null = null;

  /** For the `nth` request that matches (the first is 1) and the following, `times` in all. */
  add(match: Match, fault: Fault, { nth = 1, times = 1 } = {}): void {
    this.#planned.push({ match, fault, skip: nth - 1, times });
  }

  /** Asked about every request that no plan is for; null takes it back. */
  decideBy(chance: ((seen: Seen) => Fault | null) | null): void {
    this.#chance = chance;
  }

  clear(): void {
    this.#planned = [];
    this.#chance = null;
  }

  /** Whether something that was planned has not happened yet. */
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
