import type {
  MobileCodeRepository,
  PasswordResetRepository,
  SessionPurge,
  SessionRepository,
} from '../../../application/accounts/ports.js';
import type { MobileCode } from '../../../domain/accounts/mobile-code.js';
import type { PasswordReset } from '../../../domain/accounts/password-reset.js';
import { type RefreshToken, type Session, isLive } from '../../../domain/accounts/session.js';
import type { PasswordResetId, SessionId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { pageFrom } from '../page.js';
import type { Store } from '../store.js';

/** Needs no locks: units of work run one after the other. */
export class InMemorySessionRepository implements SessionRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  listLive(userId: UserId, now: Instant, page: PageRequest): Promise<Page<Session>> {
    const live = this.#store.sessions.filter((session) => session.userId === userId && isLive(session, now));
    return Promise.resolve(pageFrom(live, page, newestFirst));
  }

  find(userId: UserId, id: SessionId): Promise<Session | null> {
    const session = this.#store.sessions.get(id);
    return Promise.resolve(session?.userId === userId ? session : null);
  }

  insert(session: Session): Promise<void> {
    this.#store.sessions.set(session.id, session);
    return Promise.resolve();
  }

  insertToken(token: RefreshToken): Promise<void> {
    this.#store.refreshTokens.set(token.hash, token);
    return Promise.resolve();
  }

  findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null> {
    const token = this.#store.refreshTokens.get(hash);
    const session = token && this.#store.sessions.get(token.sessionId);
    return Promise.resolve(token === undefined || session === undefined ? null : { token, session });
  }

  saveToken(token: RefreshToken): Promise<void> {
    if (this.#store.refreshTokens.has(token.hash)) this.#store.refreshTokens.set(token.hash, token);
    return Promise.resolve();
  }

  touch(id: SessionId, at: Instant): Promise<void> {
    const session = this.#store.sessions.get(id);
    if (session !== undefined) this.#store.sessions.set(id, { ...session, lastUsedAt: at });
    return Promise.resolve();
  }

  revoke(id: SessionId, at: Instant): Promise<void> {
    return this.#revokeThose((session) => session.id === id, at);
  }

  revokeAll(userId: UserId, at: Instant, except?: SessionId): Promise<void> {
    return this.#revokeThose((session) => session.userId === userId && session.id !== except, at);
  }

  purge({ revokedBefore, unusedSince, tokensIssuedBefore }: SessionPurge): Promise<void> {
    const { sessions, refreshTokens } = this.#store;
    for (const { id } of sessions.filter(
      ({ revokedAt, lastUsedAt }) =>
        lastUsedAt < unusedSince || (revokedAt !== null && revokedAt < revokedBefore),
    ))
      sessions.delete(id);
    for (const { hash } of refreshTokens.filter(
      ({ sessionId, issuedAt }) => issuedAt < tokensIssuedBefore || !sessions.has(sessionId),
    ))
      refreshTokens.delete(hash);
    return Promise.resolve();
  }

  #revokeThose(matches: (session: Session) => boolean, at: Instant): Promise<void> {
    for (const session of this.#store.sessions.filter((one) => one.revokedAt === null && matches(one)))
      this.#store.sessions.set(session.id, { ...session, revokedAt: at });
    return Promise.resolve();
  }
}

/** Needs no locks: units of work run one after the other. */
export class InMemoryMobileCodeRepository implements MobileCodeRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(code: MobileCode): Promise<void> {
    this.#store.mobileCodes.set(code.hash, code);
    return Promise.resolve();
  }

  findForUpdate(hash: string): Promise<MobileCode | null> {
    return Promise.resolve(this.#store.mobileCodes.get(hash) ?? null);
  }

  delete(hash: string): Promise<void> {
    this.#store.mobileCodes.delete(hash);
    return Promise.resolve();
  }

  deleteThoseOf(owner: UserId): Promise<void> {
    for (const { hash } of this.#store.mobileCodes.filter(({ userId }) => userId === owner))
      this.#store.mobileCodes.delete(hash);
    return Promise.resolve();
  }

  deleteIssuedBefore(instant: Instant): Promise<void> {
    for (const { hash } of this.#store.mobileCodes.filter(({ issuedAt }) => issuedAt < instant))
      this.#store.mobileCodes.delete(hash);
    return Promise.resolve();
  }
}

/** Needs no locks: units of work run one after the other. */
export class InMemoryPasswordResetRepository implements PasswordResetRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  find(id: PasswordResetId): Promise<PasswordReset | null> {
    return Promise.resolve(this.#store.passwordResets.get(id) ?? null);
  }

  findByTokenHash(hash: string): Promise<PasswordReset | null> {
    return Promise.resolve(this.#those(({ tokenHash }) => tokenHash === hash)[0] ?? null);
  }

  countSince(emailHash: string, since: Instant): Promise<number> {
    const counted = this.#those((reset) => reset.emailHash === emailHash && reset.requestedAt > since);
    return Promise.resolve(counted.length);
  }

  insert(reset: PasswordReset): Promise<void> {
    this.#store.passwordResets.set(reset.id, reset);
    return Promise.resolve();
  }

  save(reset: PasswordReset): Promise<void> {
    if (this.#store.passwordResets.has(reset.id)) this.#store.passwordResets.set(reset.id, reset);
    return Promise.resolve();
  }

  async endAllOf(userId: UserId, at: Instant): Promise<void> {
    for (const reset of this.#those((one) => one.userId === userId && one.endedAt === null))
      await this.save({ ...reset, endedAt: at });
  }

  async endMailed(userId: UserId, at: Instant): Promise<void> {
    const mailed = this.#those(
      (one) => one.userId === userId && one.endedAt === null && one.tokenHash !== null,
    );
    for (const reset of mailed) await this.save({ ...reset, endedAt: at });
  }

  purge(before: Instant): Promise<void> {
    for (const { id } of this.#those(({ requestedAt }) => requestedAt < before))
      this.#store.passwordResets.delete(id);
    return Promise.resolve();
  }

  #those(matches: (reset: PasswordReset) => boolean): PasswordReset[] {
    return this.#store.passwordResets.filter(matches);
  }
}
