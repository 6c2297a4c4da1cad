import type { UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const IDENTITY_PROVIDERS = ['google'] as const;
export type ProviderName = (typeof IDENTITY_PROVIDERS)[number];

/**
 * An external identity that signs in to an account. The subject is the key, because an address can change
 * hands and a subject cannot.
 */
export type Identity = {
  readonly provider: ProviderName;
  /** The provider's id of the person (`sub`), which is unique and never reused. */
  readonly subject: string;
  readonly userId: UserId;
  /** The address that the provider sent last. It is only shown, so that the user recognises the account. */
  readonly email: string;
  readonly linkedAt: Instant;
};

/** The part of an identity that an account shows. */
export type LinkedIdentity = Pick<Identity, 'provider' | 'email'>;

/** The person whom a provider has signed in, as the provider describes them. */
export type ExternalPerson = {
  readonly subject: string;
  /** Normalized; null when the provider tells none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
};
