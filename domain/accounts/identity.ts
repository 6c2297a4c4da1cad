import type { UserId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

export const IDENTITY_PROVIDERS = ['google'] as const;
export type ProviderName = (typeof IDENTITY_PROVIDERS)[number];

/**
 * An external identity with which a person signs in to an account. It is identified by its subject, because
 * an e-mail address can get another owner and a subject cannot.
 */
export type Identity = {
  readonly provider: ProviderName;
  /** The provider's id of the person (the `sub` claim), which is unique and never reused. */
  readonly subject: string;
  readonly userId: UserId;
  /**
   * The address that the provider sent most recently, or the account's address if the provider sent none. It is shown
   * so that the user recognises the identity.
   */
  readonly email: string;
  readonly linkedAt: Instant;
};

/** The fields of an identity that the user can see in their account. */
export type LinkedIdentity = Pick<Identity, 'provider' | 'email'>;

/** A person who has signed in at a provider, as the provider describes them. */
export type ExternalPerson = {
  readonly subject: string;
  /** The normalised e-mail address. null if the provider sends none, or an invalid one. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
};
