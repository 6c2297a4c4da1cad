import type { FlowClient } from '../../../application/accounts/google-flow.js';
import { readAccessToken, readUserAgent } from '../credentials.js';
import { SignInFlowCookies } from './sign-in-flow-cookies.js';
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
  const { useCases, cookies, cookieSecure: secure } = dependencies;
  const flowCookies = new SignInFlowCookies({ secure });
  return tagged('Account', [
    route({
      method: 'get',
      path: '/v1/auth/providers',
      operationId: 'listProviders',
      summary: 'List the ways to sign in',
      description:
        'Returns whether this service accepts passwords and Google sign-in. No session is ' + 'needed.',
      responses: [{ status: 200, description: 'The ways to sign in.', body: AuthProvidersDto }],
      handle: () => ({ body: useCases.signInMethods() }),
    }),
    route({
      method: 'get',
      path: '/v1/auth/google/start',
      operationId: 'startGoogleSignIn',
      summary: 'Sign in with Google',
      description: [
        'Redirects the browser to Google. Open this address in a browser instead of calling ' +
          'it with a script.',
        '- If the browser is signed in already, its account is not linked to Google. Use `POST ' +
          '/v1/auth/google/link` for that.',
        '- If registration needs an invitation, send the SHA-256 of its token (hexadecimal) ' +
          'in `invitation`. Otherwise the flow ends with `authError=REGISTRATION_CLOSED`.',
        '- An app sends `client=android` and a PKCE `code_challenge`, and gets a one-time ' +
          'code for `POST /v1/auth/google/mobile/exchange`.',
      ],
      query: GoogleStartQuery,
      responses: [
        {
          status: 302,
          description: 'The browser is redirected to Google.',
          headers: ['Location', 'Set-Cookie'],
        },
      ],
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
      summary: 'Link Google to the account',
      description: [
        'Starts to link a Google identity to the account of the caller. Open the returned `url` ' +
          'in the same browser. A cookie holds the state of the flow. If a new identity is ' +
          'linked, the service sends a mail to the e-mail address of the ' +
          'account.',
        'The body must contain the password, unless the caller has signed in within the last 5 ' + 'minutes.',
      ],
      body: GoogleLinkInput,
      bodyOptional: true,
      responses: [
        {
          status: 200,
          description: 'The page of Google to open in the same browser.',
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
      summary: 'Finish the sign-in with Google',
      description: [
        'Google sends the browser to this address. It redirects to the web client or to the ' +
          'app. If the sign-in or the linking failed, the address contains `authError`:',
        '- `ACCESS_DENIED`: the person declined on the pages of Google.',
        '- `ACCOUNT_LINK_REQUIRED`: an account with this e-mail address exists and cannot be ' +
          'linked automatically, or an account can still return to the address. Its owner must sign ' +
          'in to it, then call `POST /v1/auth/google/link`.',
        '- `IDENTITY_ALREADY_LINKED`: another account is linked to this Google identity. ' +
          '`OTHER_IDENTITY_LINKED`: the account is linked to another Google identity, which ' +
          'must be unlinked first.',
        '- `EMAIL_NOT_VERIFIED`: Google sent no e-mail address, or has not verified it. ' +
          '`REGISTRATION_CLOSED`: the person has no account and may not create one.',
        '- `ACCOUNT_DISABLED`: the operator has disabled the account. `SESSION_EXPIRED`: the ' +
          'session that started the linking has ended.',
        '- `INVALID_STATE`: the answer is too old or belongs to another browser, or another ' +
          'account has signed in since. `EXCHANGE_FAILED`, `PROVIDER_UNAVAILABLE`: Google did not ' +
          'answer as expected. Start again.',
      ],
      query: GoogleCallbackQuery,
      responses: [
        {
          status: 302,
          description:
            'The browser is redirected to the web client or the app, with `authError` if the sign-in failed.',
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
      summary: 'Exchange the one-time code of an app',
      description:
        'Returns the tokens of the session that the one-time code stands for. `codeVerifier` ' +
        'is the PKCE verifier of the flow. Repeating the request within 10 seconds returns ' +
        'the same session.',
      limited: 'auth',
      body: MobileExchangeInput,
      responses: [
        { status: 200, description: 'The app is signed in. The tokens are in the body.', body: AuthResponse },
      ],
      errors: ['TOKEN_INVALID', 'ACCOUNT_DISABLED', 'NOT_FOUND'],
      handle: async ({ body: { code, codeVerifier }, http }) => {
        const userAgent = readUserAgent(http);
        const signedIn = await useCases.exchangeMobileCode({ code, codeVerifier, userAgent });
        return { body: presentSignedIn(signedIn, true) };
      },
    }),
    route({
      method: 'delete',
      path: '/v1/auth/google',
      operationId: 'unlinkGoogle',
      summary: 'Unlink Google',
      description:
        'Removes the Google identity from the account. A connected calendar stays connected. ' +
        'If the account has no password, the answer is 409 `LAST_SIGN_IN_METHOD`: set a ' +
        'password first.',
      responses: [{ status: 204, description: 'The account can no longer be signed in to with Google.' }],
      errors: ['LAST_SIGN_IN_METHOD'],
      handle: ({ caller }) => useCases.unlinkGoogle(caller),
    }),
  ]);
}

/**
 * Returns the client that starts the sign-in: the Android app or the web client. An Android request always has a code
 * challenge, because the validation refuses it otherwise. It is compared with undefined only because the compiler
 * does not know this.
 */
function toFlowClient({ client, code_challenge: codeChallenge, next }: GoogleStartQuery): FlowClient {
  return client === 'android' && codeChallenge !== undefined
    ? { kind: 'android', codeChallenge }
    : { kind: 'web', next: next ?? null };
}
