import type { AuthError } from '../../domain/accounts/linking.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { SignedIn } from './open-session.js';

/** Where the browser is sent when it is all over. */
export type FlowClient =
  /** `next` is a path on the web client's origin. */
  | { readonly kind: 'web'; readonly next: string | null }
  | { readonly kind: 'android'; readonly codeChallenge: string };

/** What the browser carries from the start of a sign-in to its end, sealed. */
export type GoogleFlow = {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly client: FlowClient;
  /** Whoever was signed in at the start, and so wants to link; null: to sign in. */
  readonly linking: { readonly userId: UserId; readonly sessionId: SessionId } | null;
};

export const GOOGLE_FLOW = 'google-sign-in';
export const GOOGLE_FLOW_LIFE_MS = 600_000;

/** How it ended. */
export type GoogleOutcome =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  /** The session that was there goes on. */
  | { readonly kind: 'linked' }
  /** For the app, which exchanges it for a session of its own. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'failed'; readonly error: AuthError };

export const failed = (error: AuthError) => ({ kind: 'failed', error }) as const;
