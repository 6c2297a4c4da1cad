import type { CookieOptions, Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { SignedIn } from '../../application/accounts/open-session.js';
import { REFRESH_TOKEN_LIFE_MS } from '../../domain/accounts/session.js';
import { isDisplayToken } from '../../domain/displays/pairing.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { CookieChange } from './route.js';

const ACCESS_COOKIE = 'gn_at';
const REFRESH_COOKIE = 'gn_rt';
const DISPLAY_COOKIE = 'gn_dt';
/** As long as browsers keep a cookie; whether its display lives is ours to say. */
const DISPLAY_COOKIE_MS = 400 * DAY_MS;

/** Mobile clients carry their tokens themselves; all others get cookies that no script can read. */
export function isBearerMode(request: Request): boolean {
  return request.headers['x-client'] === 'mobile';
}

/** An `Authorization` header that is there decides alone: a bad one never falls back to the cookie. */
export function readAccessToken(request: Request): string | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1] ?? null;
  return readCookie(request, ACCESS_COOKIE);
}

/**
 * The token of a display: null where somebody is signed in, or nothing is presented. As above, the header decides alone; what
 * it carries says by its form which of the two it is.
 */
export function readDisplayToken(request: Request): string | null {
  const inHeader = request.headers.authorization !== undefined;
  const token = readAccessToken(request);
  if (inHeader) return token !== null && isDisplayToken(token) ? token : null;
  return token === null ? readCookie(request, DISPLAY_COOKIE) : null;
}

/** Who was chosen on the display. */
export function readActToken(request: Request): string | null {
  return request.get('x-act-token') ?? null;
}

/** A refresh token and the way it came, which is the way its successor goes: what a cookie holds, no script ever reads. */
export type PresentedToken = { readonly token: string | null; readonly inBody: boolean };

/** From the body in bearer mode, from the cookie otherwise; each falls back to the other. */
export function readRefreshToken(request: Request, inBody: string | undefined): PresentedToken {
  const inCookie = readCookie(request, REFRESH_COOKIE);
  const bodyFirst = isBearerMode(request) || inCookie === null;
  return bodyFirst && inBody !== undefined
    ? { token: inBody, inBody: true }
    : { token: inCookie, inBody: false };
}

export function readUserAgent(request: Request): string | null {
  return request.headers['user-agent']?.slice(0, 400) ?? null;
}

/** Returns the address that the request came from; of IPv6 the /56, since a household has at least that many addresses. */
export const readNetwork = ({ ip }: Request): string => (ip === undefined ? '' : ipKeyGenerator(ip, 56));

/** null for a cookie that is not there, or not text. */
export function readCookie(request: Request, name: string): string | null {
  const value = (request.cookies as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}

export class CredentialCookies {
  readonly #access: CookieOptions;
  readonly #refresh: CookieOptions;

  constructor({ secure }: { secure: boolean }) {
    const common = { httpOnly: true, secure, sameSite: 'lax' } as const;
    this.#access = { ...common, path: '/' };
    this.#refresh = { ...common, path: '/v1/auth' };
  }

  /** A browser that was a display is none any more. */
  set({ accessToken, refreshToken, accessTokenExpiresIn }: SignedIn, request: Request): CookieChange[] {
    const wasDisplay = readCookie(request, DISPLAY_COOKIE) !== null;
    return [
      {
        name: ACCESS_COOKIE,
        value: accessToken,
        options: { ...this.#access, maxAge: accessTokenExpiresIn * 1000 },
      },
      {
        name: REFRESH_COOKIE,
        value: refreshToken,
        options: { ...this.#refresh, maxAge: REFRESH_TOKEN_LIFE_MS },
      },
      ...(wasDisplay ? [{ name: DISPLAY_COOKIE, value: null, options: this.#access }] : []),
    ];
  }

  clear(): CookieChange[] {
    return [
      { name: ACCESS_COOKIE, value: null, options: this.#access },
      { name: REFRESH_COOKIE, value: null, options: this.#refresh },
    ];
  }

  /** A browser is a display or somebody's, and not both: where a session had run out, it would be the other unawares. */
  setDisplay(token: string): CookieChange[] {
    const options = { ...this.#access, maxAge: DISPLAY_COOKIE_MS };
    return [{ name: DISPLAY_COOKIE, value: token, options }, ...this.clear()];
  }
}
