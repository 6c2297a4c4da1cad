import type { Request } from 'express';
import type { SignedIn } from '../../../application/accounts/open-session.js';
import { LoginInput, RefreshInput, RegisterInput } from './schema.js';
import { readAccessToken, isBearerMode, readRefreshToken, readUserAgent } from '../credentials.js';
import { AuthResponse, presentSignedIn } from './present.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const X_CLIENT = {
  name: 'X-Client',
  description: '`mobile`: tokens travel in bodies and `Authorization`, not in cookies',
};

export function authRoutes({ useCases, cookies }: RouteDependencies): Route[] {
  const answer = (
    signedIn: SignedIn,
    http: Request,
    bearerMode = isBearerMode(http),
  ): RouteResponse<AuthResponse> => ({
    body: presentSignedIn(signedIn, bearerMode),
    cookies: bearerMode ? [] : cookies.set(signedIn, http),
  });

  return tagged('Account', [
    route({
      method: 'post',
      path: '/v1/auth/register',
      operationId: 'register',
      summary: 'Register with e-mail and password, and sign in',
      access: 'none',
      limited: 'auth',
      headers: [X_CLIENT],
      body: RegisterInput,
      responses: [{ status: 201, description: 'Registered and signed in', body: AuthResponse }],
      errors: ['EMAIL_ALREADY_USED', 'FORBIDDEN'],
      handle: async ({ body, http }) => {
        const {
          email,
          password,
          displayName = null,
          locale = null,
          timeZone = null,
          invitation = null,
        } = body;
        const userAgent = readUserAgent(http);
        const registration = { email, password, displayName, locale, timeZone, userAgent, invitation };
        return answer(await useCases.registerAccount(registration), http);
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/login',
      operationId: 'login',
      summary: 'Sign in',
      access: 'none',
      limited: 'auth',
      headers: [X_CLIENT],
      body: LoginInput,
      responses: [{ status: 200, description: 'Signed in', body: AuthResponse }],
      errors: ['INVALID_CREDENTIALS', 'ACCOUNT_DISABLED'],
      handle: async ({ body: { email, password }, http }) => {
        const userAgent = readUserAgent(http);
        return answer(await useCases.signIn({ email, password, userAgent }), http);
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/refresh',
      operationId: 'refresh',
      summary: 'Replace the refresh token and get a new access token',
      access: 'none',
      headers: [X_CLIENT],
      body: RefreshInput,
      bodyOptional: true,
      responses: [
        {
          status: 200,
          description:
            'Both tokens are new and go the way the refresh token came: a cookie is answered with cookies',
          body: AuthResponse,
        },
      ],
      errors: ['SESSION_EXPIRED'],
      handle: async ({ body, http }) => {
        const { token, inBody } = readRefreshToken(http, body.refreshToken);
        return answer(await useCases.refreshSession(token), http, inBody && isBearerMode(http));
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/logout',
      operationId: 'logout',
      summary: 'Sign out this device',
      access: 'none',
      headers: [X_CLIENT],
      body: RefreshInput,
      bodyOptional: true,
      responses: [{ status: 204, description: 'Signed out' }],
      handle: async ({ body, http }) => {
        const { token } = readRefreshToken(http, body.refreshToken);
        const caller = token === null ? await useCases.authenticateIfSignedIn(readAccessToken(http)) : null;
        await useCases.signOut(token, caller);
        return { cookies: isBearerMode(http) ? [] : cookies.clear() };
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/logout-all',
      operationId: 'logoutAll',
      summary: 'Sign out all devices',
      access: 'session',
      responses: [
        { status: 204, description: 'Every session has ended, and every calendar address leads nowhere' },
      ],
      handle: async ({ caller, http }) => {
        await useCases.signOutEverywhere(caller);
        return { cookies: isBearerMode(http) ? [] : cookies.clear() };
      },
    }),
  ]);
}
