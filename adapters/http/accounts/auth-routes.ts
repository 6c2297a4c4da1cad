import type { Request } from 'express';
import type { SignedIn } from '../../../application/accounts/open-session.js';
import { LoginInput, RefreshInput, RegisterInput } from './schema.js';
import { readAccessToken, isBearerMode, readRefreshToken, readUserAgent } from '../credentials.js';
import { AuthResponse, presentSignedIn } from './present.js';
import { route, type Route, type RouteResponse, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

const X_CLIENT = {
  name: 'X-Client',
  description:
    '`mobile`: the tokens are in the body and in `Authorization`. Without it, they are in ' + 'cookies.',
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
      summary: 'Create an account',
      description: [
        'Creates an account with an e-mail address and a password, and signs in.',
        '- If `registrationMode` in `GET /v1/meta` is `invited`, the body must contain the token ' +
          'of an open `invitation`. Without it, the answer is 403 `FORBIDDEN`. If it is `closed`, ' +
          'nobody can create an account (403).',
        '- The invitation is not used up. Join the household afterwards with `POST ' +
          '/v1/invitations/accept`.',
        '- Addresses are compared with the domain in ASCII form (IDNA): `anna@exämple.org` is ' +
          'the same as `anna@xn--exmple-cua.org`.',
        '- With `X-Client: mobile` the tokens are in the body, otherwise in cookies.',
      ],
      limited: 'auth',
      headers: [X_CLIENT],
      body: RegisterInput,
      responses: [
        { status: 201, description: 'The account was created and is signed in.', body: AuthResponse },
      ],
      errors: ['EMAIL_ALREADY_USED', 'FORBIDDEN'],
      handle: async ({ body, http }) => {
        const { displayName = null, locale = null, timeZone = null, invitation = null, ...login } = body;
        const userAgent = readUserAgent(http);
        const registration = { ...login, displayName, locale, timeZone, userAgent, invitation };
        return answer(await useCases.registerAccount(registration), http);
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/login',
      operationId: 'login',
      summary: 'Sign in with e-mail and password',
      description: [
        'Starts a session. With `X-Client: mobile` the tokens are in the body, otherwise in ' + 'cookies.',
        'An unknown address and a wrong password give the same 401 `INVALID_CREDENTIALS`. ' +
          'After too many failures, sign-ins to the account are refused for some time.',
      ],
      limited: 'auth',
      headers: [X_CLIENT],
      body: LoginInput,
      responses: [{ status: 200, description: 'The account is signed in.', body: AuthResponse }],
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
      summary: 'Refresh the tokens',
      description: [
        'Replaces the refresh token and returns a new access token. If an app (`X-Client: ' +
          'mobile`) sends the refresh token in the body, the new tokens are in the body. Otherwise ' +
          'they are in cookies.',
        'A refresh token is normally used once. It is accepted again for 30 seconds, because ' +
          'several tabs may send it at the same time, or the answer may be lost. Each time, the ' +
          'answer contains another new token. As soon as one of the new tokens is used, the ' +
          'other new tokens end. After the 30 seconds, sending the old token again ends the ' +
          'session (401 `SESSION_EXPIRED`).',
      ],
      headers: [X_CLIENT],
      body: RefreshInput,
      bodyOptional: true,
      responses: [{ status: 200, description: 'The new tokens.', body: AuthResponse }],
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
      description:
        'Ends the session of the refresh token or of the access token. The answer is 204 even ' +
        'if no session was found.',
      headers: [X_CLIENT],
      body: RefreshInput,
      bodyOptional: true,
      responses: [{ status: 204, description: 'The session has ended.' }],
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
      description:
        'Ends every session of the caller. Refresh tokens, app codes, calendar connect tickets ' +
        'and calendar feeds end with them. So do the links in mails that reset the password, or ' +
        'that confirm or refuse an e-mail address.',
      responses: [{ status: 204, description: 'All sessions and calendar feeds have ended.' }],
      handle: async ({ caller, http }) => {
        await useCases.signOutEverywhere(caller);
        return { cookies: isBearerMode(http) ? [] : cookies.clear() };
      },
    }),
  ]);
}
