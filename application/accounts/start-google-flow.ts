import type { Caller } from '../shared/caller.js';
import { notFound } from '../shared/errors.js';
import {
  GOOGLE_FLOW,
  GOOGLE_FLOW_LIFE_MS,
  type FlowClient,
  type FlowPurpose,
  type GoogleFlow,
} from './google-flow.js';
import {
  requireRecentAuthentication,
  type RecentAuthenticationDependencies,
} from './recent-authentication.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = Needs<'identityProvider' | 'opaqueTokens' | 'sealer' | 'clock'>;

/** Where to send the browser, and what it has to bring back with the answer, which names the state. */
type StartedFlow = { readonly url: string; readonly state: string; readonly flow: string };

/**
 * Signs in whoever the provider says it is, whoever may be signed in in that browser: a session that was left open
 * gets no other identity by that. NOT_FOUND when signing in with Google is not configured.
 */
export function startGoogleSignIn(dependencies: Dependencies) {
  return (client: FlowClient, invitationHash: string | null): StartedFlow =>
    start(dependencies, { client, linking: null, invitationHash });
}

/**
 * Links an identity to the caller's account, which signs in with it from then on. VALIDATION_FAILED or
 * INVALID_CREDENTIALS without a proof that it is them, NOT_FOUND as for signing in.
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
    flow: sealer.seal(GOOGLE_FLOW, flow, clock.now() + GOOGLE_FLOW_LIFE_MS),
  };
}

export const googleNotConfigured = () => notFound('way to sign in');
