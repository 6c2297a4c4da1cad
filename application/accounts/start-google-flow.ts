import type { Caller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import {
  GOOGLE_FLOW_PURPOSE,
  GOOGLE_FLOW_LIFE_MS,
  type FlowClient,
  type FlowPurpose,
  type GoogleFlow,
} from './google-flow.js';
import {
  requireRecentAuthentication,
  type RecentAuthenticationDependencies,
} from './recent-authentication.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'identityProvider' | 'opaqueTokens' | 'sealer' | 'clock'>;

/**
 * The URL to which the browser is sent, and the two values that the browser must send back with the provider's
 * answer: `state`, and the sealed `flow`.
 */
type StartedFlow = { readonly url: string; readonly state: string; readonly flow: string };

/**
 * Starts a sign-in with Google. The provider's answer alone decides which account is signed in. An account that is
 * already signed in in that browser does not matter, so this flow never links an identity to a session that was left
 * open.
 *
 * @throws NOT_FOUND if sign-in with Google is not configured.
 */
export function startGoogleSignIn(dependencies: Dependencies) {
  return (client: FlowClient, invitationHash: string | null): StartedFlow =>
    start(dependencies, { client, linking: null, invitationHash });
}

/**
 * Starts a flow that links a Google identity to the caller's account, so that it can sign in with Google from then on.
 *
 * @throws VALIDATION_FAILED, INVALID_CREDENTIALS or RATE_LIMITED as {@link requireRecentAuthentication}.
 * @throws NOT_FOUND if sign-in with Google is not configured.
 */
export function startGoogleLink(dependencies: Dependencies & RecentAuthenticationDependencies) {
  return async (
    caller: Caller,
    { password, next }: { readonly password: string | null; readonly next: string | null },
  ): Promise<StartedFlow> => {
    if (dependencies.identityProvider === null) throw googleNotConfigured();
    await requireRecentAuthentication(dependencies, caller, password);
    const { userId, sessionId } = caller;
    return start(dependencies, { client: { kind: 'web', next }, linking: { userId, sessionId } });
  };
}

function start(
  { identityProvider, opaqueTokens, sealer, clock }: Dependencies,
  purpose: FlowPurpose,
): StartedFlow {
  if (identityProvider === null) throw googleNotConfigured();
  const flow: GoogleFlow = {
    ...purpose,
    state: opaqueTokens.generate(),
    nonce: opaqueTokens.generate(),
    codeVerifier: opaqueTokens.generate(),
  };
  const { state, nonce, codeVerifier } = flow;
  const codeChallenge = opaqueTokens.codeChallenge(codeVerifier);
  return {
    url: identityProvider.authorizationUrl({ state, nonce, codeChallenge }),
    state,
    flow: sealer.seal(GOOGLE_FLOW_PURPOSE, flow, clock.now() + GOOGLE_FLOW_LIFE_MS),
  };
}

/** Returns the NOT_FOUND error of an installation without sign-in with Google. */
export const googleNotConfigured = () => notFound('way to sign in');
