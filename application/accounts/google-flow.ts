import type { AuthError } from '../../domain/accounts/linking.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { SignedIn } from './open-session.js';

/** Where the browser is sent when it is all over. */
export type FlowClient = WebClient | { readonly kind: 'android'; readonly codeChallenge: string };
/** `next` is a path on the web client's origin. */
export type WebClient = { readonly kind: 'web'; readonly next: string | null };

/** The session that wants to link, and has proved whose it is. */
export type Linking = { readonly userId: UserId; readonly sessionId: SessionId };

/** To sign in, or to link; the app only signs in, since its browser is not the place where its session lives. */
export type FlowPurpose =
  | {
      readonly client: FlowClient;
      readonly linking: null;
      /** Of the token of an invitation that they came by. */
      readonly invitationHash: string | null;
    }
  | { readonly client: WebClient; readonly linking: Linking };

/** What the browser carries from the start of a sign-in to its end, sealed. */
export type GoogleFlow = FlowPurpose & {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
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
