import type { AuthError } from '../../domain/accounts/linking.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { SignedIn } from './open-session.js';

/** The client to which the browser is redirected at the end of the flow. */
export type FlowClient = WebFlowClient | { readonly kind: 'android'; readonly codeChallenge: string };
/**
 * A web client. `next` is the path on its origin to which the browser goes after the flow. null means the default
 * page.
 */
export type WebFlowClient = { readonly kind: 'web'; readonly next: string | null };

/** The session that asked to link an identity and has proved who its user is. */
export type Linking = { readonly userId: UserId; readonly sessionId: SessionId };

/**
 * The flow either signs in or links an identity. The Android app can only sign in, because its session is not in the
 * browser that runs the flow.
 */
export type FlowPurpose =
  | {
      readonly client: FlowClient;
      readonly linking: null;
      /** The hash of the token of the invitation with which the person came, or null. */
      readonly invitationHash: string | null;
    }
  | { readonly client: WebFlowClient; readonly linking: Linking };

/**
 * The state of a flow that signs in with Google or links a Google identity. It is sealed and kept by the browser
 * until the provider redirects back.
 */
export type GoogleFlow = FlowPurpose & {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
};

export const GOOGLE_FLOW_PURPOSE = 'google-sign-in';
export const GOOGLE_FLOW_LIFE_MS = 600_000;

/** The outcome of a flow that signs in with Google or links a Google identity. */
export type GoogleOutcome =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  /** The identity is linked to the account, now or already before. The existing session continues. */
  | { readonly kind: 'linked' }
  /** The flow returns a one-time code to the app, which exchanges it for a session (see exchangeMobileCode). */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'failed'; readonly error: AuthError };

/** Returns the outcome of a flow that failed with this error code. */
export const failedFlow = (error: AuthError) => ({ kind: 'failed', error }) as const;
