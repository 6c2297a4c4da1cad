import type { ExternalPerson } from '../../domain/accounts/identity.js';
import type { Caller } from '../shared/caller.js';
import type { IdentityProvider } from './ports.js';
import type { Sealer } from '../shared/ports.js';
import {
  failedFlow,
  GOOGLE_FLOW_PURPOSE,
  type FlowClient,
  type GoogleFlow,
  type GoogleOutcome,
} from './google-flow.js';
import { linkExternally, type LinkDependencies } from './link-externally.js';
import { signInExternally, type SignInDependencies } from './sign-in-externally.js';
import { googleNotConfigured } from './start-google-flow.js';

/** The query parameters of the redirect from the provider (OpenID Connect, authorization code flow). */
export type ProviderAnswer = {
  readonly code: string | null;
  readonly state: string | null;
  readonly error: string | null;
};

export type GoogleReturn = {
  /** The sealed {@link GoogleFlow} that was issued at the start, or null if the browser sent none. */
  readonly flow: string | null;
  readonly answer: ProviderAnswer;
  readonly caller: Caller | null;
  readonly userAgent: string | null;
};

type Dependencies = SignInDependencies &
  LinkDependencies & { identityProvider: IdentityProvider | null; sealer: Sealer };

const WEB: FlowClient = { kind: 'web', next: null };

/**
 * Finishes a flow that `startGoogleSignIn` or `startGoogleLink` started. The failures in AuthError are
 * returned as outcomes, because the caller reports them in a redirect.
 *
 * @throws NOT_FOUND if sign-in with Google is not configured.
 */
export function finishGoogleSignIn(dependencies: Dependencies) {
  const { identityProvider, sealer, securityLog, clock } = dependencies;
  return async (arrival: GoogleReturn): Promise<{ client: FlowClient; outcome: GoogleOutcome }> => {
    if (identityProvider === null) throw googleNotConfigured();
    const opened = arrival.flow === null ? null : sealer.open(GOOGLE_FLOW_PURPOSE, arrival.flow, clock.now());
    const flow = opened as GoogleFlow | null;
    const outcome = flow
      ? await settle(dependencies, identityProvider, flow, arrival)
      : failedFlow('INVALID_STATE');
    if (outcome.kind === 'failed')
      securityLog.record('login_failed', flow?.linking ? { userId: flow.linking.userId } : {});
    return { client: flow?.client ?? WEB, outcome };
  };
}

async function settle(
  dependencies: Dependencies,
  identityProvider: IdentityProvider,
  flow: GoogleFlow,
  { answer, caller, userAgent }: GoogleReturn,
): Promise<GoogleOutcome> {
  const { client } = flow;
  const person = await identified(identityProvider, flow, answer, caller);
  if ('kind' in person) return person;
  return flow.linking
    ? linkExternally(dependencies, person, flow.linking)
    : signInExternally(dependencies, { person, client, invitationHash: flow.invitationHash, userAgent });
}

async function identified(
  provider: IdentityProvider,
  flow: GoogleFlow,
  { code, state, error }: ProviderAnswer,
  caller: Caller | null,
): Promise<ExternalPerson | Extract<GoogleOutcome, { kind: 'failed' }>> {
  const { nonce, codeVerifier, linking } = flow;
  if (state !== flow.state) return failedFlow('INVALID_STATE');
  if (linking !== null && caller !== null && caller.userId !== linking.userId)
    return failedFlow('INVALID_STATE');
  if (code === null || error !== null)
    return failedFlow(error === 'access_denied' ? 'ACCESS_DENIED' : 'EXCHANGE_FAILED');
  const exchange = await provider.exchange({ code, codeVerifier, nonce });
  if (exchange.kind === 'person') return exchange.person;
  return failedFlow(exchange.kind === 'refused' ? 'EXCHANGE_FAILED' : 'PROVIDER_UNAVAILABLE');
}
