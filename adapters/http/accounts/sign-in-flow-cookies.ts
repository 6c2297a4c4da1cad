import type { CookieOptions, Request } from 'express';
import { GOOGLE_FLOW_LIFE_MS } from '../../../application/accounts/google-flow.js';
import { readCookie } from '../credentials.js';
import type { CookieChange } from '../route.js';

const PREFIX = 'gn_oauth_';
/** Matches a valid state. Only valid states are used in names of cookies. */
const STATE = /^[\w-]{43}$/;
/**
 * How many sign-ins of one browser may run at the same time. Each adds some hundred bytes of cookies to its
 * requests.
 */
const FLOWS_AT_ONCE = 5;

/**
 * Carries the flows of a Google sign-in through Google's pages. Each flow has a cookie of its own, named by its
 * state, so that several tabs can sign in at the same time.
 */
export class SignInFlowCookies {
  readonly #options: CookieOptions;

  constructor({ secure }: { secure: boolean }) {
    // Lax, because the browser must send the cookie when Google redirects back.
    this.#options = { httpOnly: true, secure, sameSite: 'lax', path: '/v1/auth/google' };
  }

  /** Returns the sign-in flow that this browser started with this state, or null if there is none. */
  read(request: Request, state: string | null): string | null {
    return state === null || !STATE.test(state) ? null : readCookie(request, `${PREFIX}${state}`);
  }

  /** Stores the flow. Removes the oldest flows of this browser if there are more than FLOWS_AT_ONCE. */
  set(request: Request, { state, flow }: { state: string; flow: string }): CookieChange[] {
    // Browsers send cookies of one path in the order in which they were made (RFC 6265, section 5.4).
    const earlier = Object.keys(request.cookies as object).filter(
      (name) => name.startsWith(PREFIX) && STATE.test(name.slice(PREFIX.length)),
    );
    const dropped = earlier.slice(0, Math.max(0, earlier.length + 1 - FLOWS_AT_ONCE));
    const value = { name: `${PREFIX}${state}`, value: flow };
    return [
      ...dropped.map((name) => ({ name, value: null, options: this.#options })),
      { ...value, options: { ...this.#options, maxAge: GOOGLE_FLOW_LIFE_MS } },
    ];
  }

  /** Removes the cookie of this flow only, because other tabs may still be signing in at Google. */
  clear(request: Request, state: string | null): CookieChange[] {
    return this.read(request, state) === null
      ? []
      : [{ name: `${PREFIX}${state}`, value: null, options: this.#options }];
  }
}
