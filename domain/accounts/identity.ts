import type { UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const IDENTITY_PROVIDERS = ['google'] as const;
export type ProviderName = (typeof IDENTITY_PROVIDERS)[number];

/** What signs an account in from outside. The subject is the key: an address changes hands, a subject never does. */
export type Identity = {
  readonly provider: ProviderName;
  /** The provider's own id of the person (`sub`), unique there and never given to anybody else. */
  readonly subject: string;
  readonly userId: UserId;
  /** The address that the provider last told, only to show which of somebody's accounts it is. */
  readonly email: string;
  readonly linkedAt: Instant;
};

/** What an account shows of it. */
export type LinkedIdentity = Pick<Identity, 'provider' | 'email'>;

/** Whom a provider has signed in, in its own words. */
export type ExternalPerson = {
  readonly subject: string;
  /** Normalized; null when the provider tells none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
};
