import type { CookieOptions, Request } from 'express';
import { GOOGLE_FLOW_LIFE_MS } from '../../../application/accounts/google-flow.js';
import { readCookie } from '../credentials.js';
import type { CookieChange } from '../route.js';

const PREFIX = 'gn_oauth_';
/** Only states of this form are used in names of cookies. */
const STATE = /^[\w-]{43}$/;
/** The largest number of parallel sign-ins of a browser. Each costs some hundred bytes of request header. */
const FLOWS_AT_ONCE = 5;

/**
 * Carries the flows of a Google sign-in through Google's pages. Each flow has a cookie of its own, named by its state, so
 * that several tabs can sign in at the same time.
 */
export class SignInFlowCookies {
  readonly #options: CookieOptions;

  constructor({ secure }: { secure: boolean }) {
    // Lax, since the cookie must be sent with the navigation that comes back from Google.
    this.#options = { httpOnly: true, secure, sameSite: 'lax', path: '/v1/auth/google' };
  }

  /** Returns the flow that this browser began under the state; null without one. */
  read(request: Request, state: string | null): string | null {
    return state === null || !STATE.test(state) ? null : readCookie(request, `${PREFIX}${state}`);
  }

  /** Stores the flow, and removes the oldest flows of this browser beyond the limit. */
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

  /** Ends that flow only: other tabs may still be at Google. */
  clear(request: Request, state: string | null): CookieChange[] {
    return this.read(request, state) === null
      ? []
      : [{ name: `${PREFIX}${state}`, value: null, options: this.#options }];
  }
}
