import type { Caller } from '../caller.js';
import { notFound } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { IdentityProvider } from '../ports/identity-provider.js';
import type { OpaqueTokens } from '../ports/opaque-tokens.js';
import type { Sealer } from '../ports/sealer.js';
import { GOOGLE_FLOW, GOOGLE_FLOW_LIFE_MS, type FlowClient, type GoogleFlow } from './google-flow.js';

type Dependencies = {
  identityProvider: IdentityProvider | null;
  opaqueTokens: OpaqueTokens;
  sealer: Sealer;
  clock: Clock;
};

/**
 * Where to send the browser, and what it has to bring back with the answer. With a caller the identity will be linked
 * to that account. NOT_FOUND when signing in with Google is not configured.
 */
export function startGoogleSignIn({ identityProvider, opaqueTokens, sealer, clock }: Dependencies) {
  return (client: FlowClient, caller: Caller | null): { url: string; flow: string } => {
    if (identityProvider === null) throw googleNotConfigured();
    const flow: GoogleFlow = {
      state: opaqueTokens.generate(),
      nonce: opaqueTokens.generate(),
      codeVerifier: opaqueTokens.generate(),
      client,
      linking: caller && { userId: caller.userId, sessionId: caller.sessionId },
    };
    const { state, nonce, codeVerifier } = flow;
    return {
      url: identityProvider.authorizationUrl({
        state,
        nonce,
        codeChallenge: opaqueTokens.codeChallenge(codeVerifier),
      }),
      flow: sealer.seal(GOOGLE_FLOW, flow, clock.now() + GOOGLE_FLOW_LIFE_MS),
    };
  };
}

export const googleNotConfigured = () => notFound('way to sign in');
