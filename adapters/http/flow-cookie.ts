import type { CookieOptions, Request } from 'express';
import { GOOGLE_FLOW_LIFE_MS } from '../../application/accounts/google-flow.js';
import { cookieOf } from './credentials.js';
import type { CookieChange } from './route.js';

const NAME = 'gn_oauth';

/**
 * Carries a sign-in through the provider's pages. Lax, since it must come back with a navigation from there, and no
 * wider than the routes that read it.
 */
export class FlowCookie {
  readonly #options: CookieOptions;

  constructor({ secure }: { secure: boolean }) {
    this.#options = { httpOnly: true, secure, sameSite: 'lax', path: '/v1/auth/google' };
  }

  read(request: Request): string | null {
    return cookieOf(request, NAME);
  }

  set(flow: string): CookieChange {
    return { name: NAME, value: flow, options: { ...this.#options, maxAge: GOOGLE_FLOW_LIFE_MS } };
  }

  clear(): CookieChange {
    return { name: NAME, value: null, options: this.#options };
  }
}
