import type { FlowClient } from '../../../application/accounts/google-flow.js';
import { readAccessToken, readUserAgent } from '../credentials.js';
import {
  GoogleCallbackQuery,
  readProviderAnswer,
  GoogleLinkInput,
  GoogleStartQuery,
  MobileExchangeInput,
} from './schema.js';
import { AuthResponse, presentSignedIn, addressAfter, AuthProvidersDto, GoogleLinkDto } from './present.js';
import { redirect, route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';

export function googleSignInRoutes(dependencies: RouteDependencies): Route[] {
  const { useCases, cookies, signInFlowCookies: flowCookies } = dependencies;
  return tagged('Account', [
    route({
      method: 'get',
      path: '/v1/auth/providers',
      operationId: 'listProviders',
      summary: 'Which ways there are to sign in',
      access: 'none',
      responses: [{ status: 200, description: 'The ways to sign in', body: AuthProvidersDto }],
      handle: () => ({ body: useCases.signInMethods() }),
    }),
    route({
      method: 'get',
      path: '/v1/auth/google/start',
      operationId: 'startGoogleSignIn',
      summary: 'Sign in with Google; whoever is signed in already is not linked by it',
      access: 'none',
      query: GoogleStartQuery,
      responses: [{ status: 302, description: 'To Google', headers: ['Location', 'Set-Cookie'] }],
      errors: ['NOT_FOUND'],
      handle: ({ query, http }) => {
        const started = useCases.startGoogleSignIn(toFlowClient(query), query.invitation ?? null);
        return redirect(started.url, flowCookies.set(http, started));
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/google/link',
      operationId: 'linkGoogle',
      summary: 'Begin to link Google: with the password, or within 5 minutes of signing in',
      access: 'session',
      body: GoogleLinkInput,
      bodyOptional: true,
      responses: [
        {
          status: 200,
          description:
            'Where the browser goes on; a cookie holds the flow, and the owner gets a mail at its end',
          body: GoogleLinkDto,
          headers: ['Set-Cookie'],
        },
      ],
      errors: ['INVALID_CREDENTIALS', 'NOT_FOUND'],
      handle: async ({ caller, body: { password = null, next = null }, http }) => {
        const started = await useCases.startGoogleLink(caller, { password, next });
        return { body: { url: started.url }, cookies: flowCookies.set(http, started) };
      },
    }),
    route({
      method: 'get',
      path: '/v1/auth/google/callback',
      operationId: 'finishGoogleSignIn',
      summary: 'Where Google sends the browser back to',
      access: 'none',
      query: GoogleCallbackQuery,
      responses: [
        {
          status: 302,
          description: 'To the web client or the app, with `authError` when it failed',
          headers: ['Location', 'Set-Cookie'],
        },
      ],
      errors: ['NOT_FOUND'],
      handle: async ({ query, http }) => {
        const answer = readProviderAnswer(query);
        const { client, outcome } = await useCases.finishGoogleSignIn({
          flow: flowCookies.read(http, answer.state),
          answer,
          caller: await useCases.authenticateIfSignedIn(readAccessToken(http)),
          userAgent: readUserAgent(http),
        });
        const session = outcome.kind === 'signedIn' ? cookies.set(outcome.signedIn, http) : [];
        const ended = flowCookies.clear(http, answer.state);
        return redirect(addressAfter(client, outcome, dependencies), [...ended, ...session]);
      },
    }),
    route({
      method: 'post',
      path: '/v1/auth/google/mobile/exchange',
      operationId: 'exchangeMobileCode',
      summary:
        'Turn the one-time code that the app was given into a session; repeated within 10 seconds, the same session',
      access: 'none',
      limited: 'auth',
      body: MobileExchangeInput,
      responses: [{ status: 200, description: 'Signed in; the tokens are in the body', body: AuthResponse }],
      errors: ['TOKEN_INVALID', 'ACCOUNT_DISABLED', 'NOT_FOUND'],
      handle: async ({ body: { code, codeVerifier }, http }) => {
        const signedIn = await useCases.exchangeMobileCode({
          code,
          codeVerifier,
          userAgent: readUserAgent(http),
        });
        return { body: presentSignedIn(signedIn, true) };
      },
    }),
    route({
      method: 'delete',
      path: '/v1/auth/google',
      operationId: 'unlinkGoogle',
      summary: 'Unlink Google; the calendar connection stays',
      access: 'session',
      responses: [{ status: 204, description: 'Google signs this account in no longer' }],
      errors: ['LAST_SIGN_IN_METHOD'],
      handle: ({ caller }) => useCases.unlinkGoogle(caller),
    }),
  ]);
}

/** Without a challenge there is no Android client: the query has been validated. */
function toFlowClient({ client, code_challenge: codeChallenge, next }: GoogleStartQuery): FlowClient {
  return client === 'android' && codeChallenge !== undefined
    ? { kind: 'android', codeChallenge }
    : { kind: 'web', next: next ?? null };
}
