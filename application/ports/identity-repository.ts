import type { Identity, ProviderName } from '../../domain/accounts/identity.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

/** Which identities sign in whom. What an account shows of its own comes with the account. */
export interface IdentityRepository {
  /** null when the subject is linked to nobody. */
  find(provider: ProviderName, subject: string): Promise<Identity | null>;
  /**
   * Links the identity and forgets that its user has unlinked the provider before. false, and nothing is changed, when
   * the subject is linked already or the user has another identity of the provider, also under concurrency.
   */
  link(identity: Identity): Promise<boolean>;
  /** Keeps the address that the provider tells now; an unknown subject changes nothing. */
  saveEmail(provider: ProviderName, subject: string, email: string): Promise<void>;
  /** Removes the identity with its subject and keeps that it was unlinked. false when there was none. */
  unlink(userId: UserId, provider: ProviderName, at: Instant): Promise<boolean>;
  /** Whether the user has unlinked the provider and not linked it again. */
  wasUnlinked(userId: UserId, provider: ProviderName): Promise<boolean>;
}
