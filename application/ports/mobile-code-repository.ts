import type { MobileCode } from '../../domain/accounts/mobile-code.js';
import type { UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface MobileCodeRepository {
  insert(code: MobileCode): Promise<void>;
  /** Locked until the transaction ends, so that of parallel exchanges one finds it. null for an unknown hash. */
  findForUpdate(hash: string): Promise<MobileCode | null>;
  /** An unknown hash changes nothing. */
  delete(hash: string): Promise<void>;
  /** Those that were given out before all sessions of the user ended. */
  deleteThoseOf(userId: UserId): Promise<void>;
  /** Forgets what was never exchanged. */
  deleteIssuedBefore(instant: Instant): Promise<void>;
}
