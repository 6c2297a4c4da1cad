import type { CookieOptions, Request } from 'express';
import type { SignedIn } from '../../application/accounts/open-session.js';
import { REFRESH_TOKEN_LIFE_MS } from '../../domain/accounts/session.js';
import type { CookieChange } from './route.js';

const ACCESS_COOKIE = 'gn_at';
const REFRESH_COOKIE = 'gn_rt';

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

  set({ accessToken, refreshToken, accessTokenExpiresIn }: SignedIn): CookieChange[] {
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
    ];
  }

  clear(): CookieChange[] {
    return [
      { name: ACCESS_COOKIE, value: null, options: this.#access },
      { name: REFRESH_COOKIE, value: null, options: this.#refresh },
    ];
  }
}
