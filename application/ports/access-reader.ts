import type { Account } from '../../domain/accounts/account.js';
import type { Session } from '../../domain/accounts/session.js';
import type { Household, Role } from '../../domain/households/household.js';
import type { HouseholdId, SessionId, UserId } from '../../domain/shared/ids.js';

export type Access = {
  readonly session: Pick<Session, 'id' | 'userId' | 'revokedAt'>;
  readonly account: Pick<Account, 'id' | 'disabledAt' | 'locale' | 'timeZone'>;
  /** The household asked for and the caller's role in it; null unless the caller is an active member. */
  readonly membership: {
    readonly household: Household;
    readonly role: Role;
  } | null;
};

/** A session in a household. */
export type SessionAtHome = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly householdId: HouseholdId;
};

export interface AccessReader {
  /**
   * Who is asking, in one round trip: session, account and, when `householdId` is given, membership. null when
   * there is no such session of that user.
   */
  find(userId: UserId, sessionId: SessionId, householdId: HouseholdId | null): Promise<Access | null>;
  /**
   * For each, in one round trip, whether it may go on: the session is that user's and not revoked, the account not
   * disabled and an active member of the household.
   */
  areAdmitted(asked: readonly SessionAtHome[]): Promise<readonly boolean[]>;
}
