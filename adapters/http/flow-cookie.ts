import type { CookieOptions, Request } from 'express';
import { CONNECT_FLOW_LIFE_MS, CONNECT_TICKET_LIFE_MS } from '../../domain/calendar/oauth-state.js';
import { readCookie } from './credentials.js';
import type { CookieChange } from './route.js';

type Settings = {
  readonly name: string;
  /** No wider than the routes that read it. */
  readonly path: string;
  readonly lifeMs: number;
};

export const CALENDAR_FLOW: Settings = {
  name: 'gn_cal_oauth',
  path: '/v1/calendar/google',
  lifeMs: CONNECT_FLOW_LIFE_MS,
};

/** While the person in front of a ticket is asked: only that browser can answer. */
export const CALENDAR_QUESTION: Settings = {
  name: 'gn_cal_ask',
  path: '/v1/calendar/google',
  lifeMs: CONNECT_TICKET_LIFE_MS,
};

/** Carries a flow through a provider's pages. Lax, since it must come back with a navigation from there. */
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
