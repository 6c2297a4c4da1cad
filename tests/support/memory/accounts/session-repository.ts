import type {
  MobileCodeRepository,
  PasswordResetRepository,
  SessionPurge,
  SessionRepository,
} from '../../../../application/accounts/ports.js';
import type { MobileCode } from '../../../../domain/accounts/mobile-code.js';
import type { PasswordReset } from '../../../../domain/accounts/password-reset.js';
import { type RefreshToken, type Session, isSessionLive } from '../../../../domain/accounts/session.js';
import type { PasswordResetId, SessionId, UserId } from '../../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { pageFrom } from '../page.js';
import { InMemoryRepository } from '../store.js';

/** Needs no locks, because units of work run one after the other. */
export class InMemorySessionRepository extends InMemoryRepository implements SessionRepository {
  async listLive(userId: UserId, now: Instant, page: PageRequest): Promise<Page<Session>> {
    const live = this.store.sessions.filter(
      (session) => session.userId === userId && isSessionLive(session, now),
    );
    return pageFrom(live, page, newestFirst);
  }

  async find(userId: UserId, id: SessionId): Promise<Session | null> {
    const session = this.store.sessions.get(id);
    return session?.userId === userId ? session : null;
  }

  async insert(session: Session): Promise<void> {
    this.store.sessions.set(session.id, session);
  }

  async insertToken(token: RefreshToken): Promise<void> {
    this.store.refreshTokens.set(token.hash, token);
    this.store.sessions.update(token.sessionId, (session) => ({
      ...session,
      lastUsedAt: Math.max(session.lastUsedAt, token.issuedAt),
    }));
  }

  async findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null> {
    const token = this.store.refreshTokens.get(hash);
    const session = token && this.store.sessions.get(token.sessionId);
    return token === undefined || session === undefined ? null : { token, session };
  }

  async saveToken(token: RefreshToken): Promise<void> {
    this.store.refreshTokens.update(token.hash, () => token);
  }

  async endOtherTokens({ hash, sessionId }: RefreshToken, at: Instant): Promise<void> {
    this.store.refreshTokens.updateWhere(
      (one) =>
        one.sessionId === sessionId && one.hash !== hash && one.rotatedAt === null && one.endedAt === null,
      (token) => ({ ...token, endedAt: at }),
    );
  }

  revoke(id: SessionId, at: Instant): Promise<void> {
    return this.#revokeThose((session) => session.id === id, at);
  }

  revokeAll(userId: UserId, at: Instant, except?: SessionId): Promise<void> {
    return this.#revokeThose((session) => session.userId === userId && session.id !== except, at);
  }

  async purge({ revokedBefore, unusedSince, tokensIssuedBefore }: SessionPurge): Promise<void> {
    const { sessions, refreshTokens } = this.store;
    sessions.deleteWhere(
      ({ revokedAt, lastUsedAt }) =>
        lastUsedAt < unusedSince || (revokedAt !== null && revokedAt < revokedBefore),
    );
    refreshTokens.deleteWhere(
      ({ sessionId, issuedAt }) => issuedAt < tokensIssuedBefore || !sessions.has(sessionId),
    );
  }

  async #revokeThose(matches: (session: Session) => boolean, at: Instant): Promise<void> {
    this.store.sessions.updateWhere(
      (one) => one.revokedAt === null && matches(one),
      (session) => ({ ...session, revokedAt: at }),
    );
  }
}

/** Needs no locks, because units of work run one after the other. */
export class InMemoryMobileCodeRepository extends InMemoryRepository implements MobileCodeRepository {
  async insert(code: MobileCode): Promise<void> {
    this.store.mobileCodes.set(code.hash, code);
  }

  async findForUpdate(hash: string): Promise<MobileCode | null> {
    return this.store.mobileCodes.get(hash) ?? null;
  }

  async save({ hash, exchangedAt, sessionId }: MobileCode): Promise<void> {
    this.store.mobileCodes.update(hash, (code) => ({ ...code, exchangedAt, sessionId }));
  }

  async deleteThoseOf(owner: UserId): Promise<void> {
    this.store.mobileCodes.deleteWhere(({ userId }) => userId === owner);
  }

  async deleteIssuedBefore(instant: Instant): Promise<void> {
    this.store.mobileCodes.deleteWhere(({ issuedAt }) => issuedAt < instant);
  }
}

/** Needs no locks, because units of work run one after the other. */
export class InMemoryPasswordResetRepository extends InMemoryRepository implements PasswordResetRepository {
  async find(id: PasswordResetId): Promise<PasswordReset | null> {
    return this.store.passwordResets.get(id) ?? null;
  }

  async findByTokenHash(hash: string): Promise<PasswordReset | null> {
    return this.store.passwordResets.filter(({ tokenHash }) => tokenHash === hash)[0] ?? null;
  }

  async countSince(emailHash: string, since: Instant): Promise<number> {
    const counted = this.store.passwordResets.filter(
      (reset) => reset.emailHash === emailHash && reset.requestedAt > since,
    );
    return counted.length;
  }

  async insert(reset: PasswordReset): Promise<void> {
    this.store.passwordResets.set(reset.id, reset);
  }

  async save(reset: PasswordReset): Promise<void> {
    this.store.passwordResets.update(reset.id, () => reset);
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    this.#end((one) => one.userId === userId, at);
  }

  async endMailed(userId: UserId, at: Instant): Promise<void> {
    this.#end((one) => one.userId === userId && one.tokenHash !== null, at);
  }

  async purge(before: Instant): Promise<void> {
    this.store.passwordResets.deleteWhere(({ requestedAt }) => requestedAt < before);
  }

  #end(matches: (reset: PasswordReset) => boolean, at: Instant): void {
    this.store.passwordResets.updateWhere(
      (one) => one.endedAt === null && matches(one),
      (reset) => ({ ...reset, endedAt: at }),
    );
  }
}
