import type { CookieOptions, Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { SignedIn } from '../../application/accounts/open-session.js';
import { REFRESH_TOKEN_LIFE_MS } from '../../domain/accounts/session.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import type { CookieChange } from './route.js';
import { isOpaqueToken } from '../../domain/shared/ids.js';

const ACCESS_COOKIE = 'gn_at';
const REFRESH_COOKIE = 'gn_rt';
const DISPLAY_COOKIE = 'gn_dt';
/**
 * Browsers keep the cookie of a display at most this long. The service decides separately how long the display is
 * valid.
 */
const DISPLAY_COOKIE_MS = 400 * DAY_MS;

/**
 * Returns true if the client stores its tokens itself. Other clients get cookies that scripts cannot read.
 */
export function isBearerMode(request: Request): boolean {
  return request.headers['x-client'] === 'mobile';
}

/**
 * Returns the access token. If there is an `Authorization` header, the cookie is ignored even if the header
 * is invalid.
 */
export function readAccessToken(request: Request): string | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1] ?? null;
  return readCookie(request, ACCESS_COOKIE);
}

/**
 * Returns the token of a display, or null if the request has a session or no token. If there is an `Authorization`
 * header, the cookie is ignored. The form of a token shows whether it belongs to a display or to a session.
 */
export function readDisplayToken(request: Request): string | null {
  const inHeader = request.headers.authorization !== undefined;
  const token = readAccessToken(request);
  if (inHeader) return token !== null && isOpaqueToken(token) ? token : null;
  return token === null ? readCookie(request, DISPLAY_COOKIE) : null;
}

/** Returns the act token, with which a display acts for the member who was chosen on it. */
export function readActToken(request: Request): string | null {
  return request.get('x-act-token') ?? null;
}

/**
 * A refresh token, and whether the client sent it in the body. The new token is sent back in the same way, so
 * scripts can never read a token that came from a cookie.
 */
export type PresentedToken = { readonly token: string | null; readonly inBody: boolean };

/**
 * Reads the refresh token. In bearer mode it looks in the body first and then in the cookie, otherwise in the
 * cookie first and then in the body.
 */
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

/**
 * Returns the client's IP address. For IPv6 it is the /56 network, because internet providers usually give one home
 * at least that many addresses.
 */
export const readNetwork = ({ ip }: Request): string => (ip === undefined ? '' : ipKeyGenerator(ip, 56));

/** Returns null if the cookie is missing or not text. */
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

  /** Sets the cookies of a session and removes those of a display. */
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

  /**
   * Sets the cookie of a display and removes those of a session. If the browser kept both, it would first act for the
   * session, and silently become a display when the session ends.
   */
  setDisplay(token: string): CookieChange[] {
    const options = { ...this.#access, maxAge: DISPLAY_COOKIE_MS };
    return [{ name: DISPLAY_COOKIE, value: token, options }, ...this.clear()];
  }
}
