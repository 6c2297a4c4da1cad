import type { RefreshToken, Session } from '../../domain/accounts/session.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

export interface SessionReader {
  /** Those of the user that are neither revoked nor expired, newest first; sort key: [-createdAt, id]. */
  listLive(userId: UserId, now: Instant, page: PageRequest): Promise<Page<Session>>;
}

export type SessionPurge = {
  readonly revokedBefore: Instant;
  readonly unusedSince: Instant;
  readonly tokensIssuedBefore: Instant;
};

export interface SessionRepository extends SessionReader {
  /** null when the user has no such session. */
  find(userId: UserId, id: SessionId): Promise<Session | null>;
  insert(session: Session): Promise<void>;
  insertToken(token: RefreshToken): Promise<void>;
  /**
   * The token with its session, both locked until the transaction ends, so that parallel refreshes of one
   * token are decided one after the other. null for an unknown hash.
   */
  findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null>;
  saveToken(token: RefreshToken): Promise<void>;
  /** Notes the use of the session; an unknown id changes nothing. */
  touch(id: SessionId, at: Instant): Promise<void>;
  /** Revokes what is not revoked yet; an unknown id changes nothing. */
  revoke(id: SessionId, at: Instant): Promise<void>;
  /** Revokes all live sessions of the user, but `except` when given. */
  revokeAll(userId: UserId, at: Instant, except?: SessionId): Promise<void>;
  /** Removes sessions, with their tokens, that were revoked before or last used before; and tokens that old. */
  purge(limits: SessionPurge): Promise<void>;
}
