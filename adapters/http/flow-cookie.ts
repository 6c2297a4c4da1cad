import type { CookieOptions, Request } from 'express';
import { CONNECT_FLOW_LIFE_MS, CONNECT_TICKET_LIFE_MS } from '../../domain/calendar/oauth-state.js';
import { readCookie } from './credentials.js';
import type { CookieChange } from './route.js';

type Settings = {
  readonly name: string;
  /** The path of the routes that read the cookie. */
  readonly path: string;
  readonly lifeMs: number;
};

export const CALENDAR_FLOW: Settings = {
  name: 'gn_cal_oauth',
  path: '/v1/calendar/google',
  lifeMs: CONNECT_FLOW_LIFE_MS,
};

/**
 * The cookie of the page "Connect your calendar?". The page shows the account that started connecting a calendar, and
 * asks the person at the browser whether it is theirs. Because of the cookie, only the browser that showed the page
 * can send the answer.
 */
export const CALENDAR_QUESTION: Settings = {
  name: 'gn_cal_ask',
  path: '/v1/calendar/google',
  lifeMs: CONNECT_TICKET_LIFE_MS,
};

/**
 * Keeps the state of a flow in a cookie, for example while the browser is at the provider. SameSite is Lax, because
 * the browser must send the cookie when the provider redirects back.
 */
export class FlowCookie {
  readonly #name: string;
  readonly #lifeMs: number;
  readonly #options: CookieOptions;

  constructor({ name, path, lifeMs }: Settings, { secure }: { secure: boolean }) {
    this.#name = name;
    this.#lifeMs = lifeMs;
    this.#options = { httpOnly: true, secure, sameSite: 'lax', path };
  }

  read(request: Request): string | null {
    return readCookie(request, this.#name);
  }

  set(flow: string): CookieChange {
    return { name: this.#name, value: flow, options: { ...this.#options, maxAge: this.#lifeMs } };
  }

  clear(): CookieChange {
    return { name: this.#name, value: null, options: this.#options };
  }
}
