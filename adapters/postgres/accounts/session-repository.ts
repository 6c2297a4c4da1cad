import { sql } from 'kysely';
import type { SessionPurge, SessionRepository } from '../../../application/accounts/ports.js';
import { REFRESH_TOKEN_LIFE_MS, type RefreshToken, type Session } from '../../../domain/accounts/session.js';
import type { SessionId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, pageOf, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { createdAfter } from '../newest-first.js';
import { nullableTimestamp, timestamp } from '../schema.js';

export class PostgresSessionRepository implements SessionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listLive(userId: UserId, now: Instant, { limit, after }: PageRequest): Promise<Page<Session>> {
    const { rows } = await sql<SessionRow>`
      select id, user_id, user_agent, created_at, last_used_at, revoked_at from sessions
      where user_id = ${userId} and revoked_at is null
        and last_used_at >= ${timestamp(now - REFRESH_TOKEN_LIFE_MS)}
        ${createdAfter(after)}
      order by created_at desc, id
      limit ${limit + 1}
    `.execute(this.#db);
    return pageOf(rows.map(sessionOf), limit, newestFirst);
  }

  async find(userId: UserId, id: SessionId): Promise<Session | null> {
    const { rows } = await sql<SessionRow>`
      select id, user_id, user_agent, created_at, last_used_at, revoked_at from sessions
      where id = ${id} and user_id = ${userId}
    `.execute(this.#db);
    return rows[0] === undefined ? null : sessionOf(rows[0]);
  }

  async insert(session: Session): Promise<void> {
    await this.#db
      .insertInto('sessions')
      .values({
        id: session.id,
        user_id: session.userId,
        user_agent: session.userAgent,
        created_at: timestamp(session.createdAt),
        last_used_at: timestamp(session.lastUsedAt),
        revoked_at: nullableTimestamp(session.revokedAt),
      })
      .execute();
  }

  async insertToken(token: RefreshToken): Promise<void> {
    await this.#db
      .insertInto('refresh_tokens')
      .values({
        hash: token.hash,
        session_id: token.sessionId,
        issued_at: timestamp(token.issuedAt),
        rotated_at: nullableTimestamp(token.rotatedAt),
        replays: token.replays,
      })
      .execute();
  }

  async findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null> {
    const { rows } = await sql<TokenRow>`
      select t.hash, t.session_id, t.issued_at, t.rotated_at, t.replays,
        s.user_id, s.user_agent, s.created_at, s.last_used_at, s.revoked_at
      from refresh_tokens t join sessions s on s.id = t.session_id
      where t.hash = ${hash}
      for no key update
    `.execute(this.#db);
    return rows[0] === undefined ? null : tokenWithSessionOf(rows[0]);
  }

  async saveToken(token: RefreshToken): Promise<void> {
    await this.#db
      .updateTable('refresh_tokens')
      .set({
        session_id: token.sessionId,
        issued_at: timestamp(token.issuedAt),
        rotated_at: nullableTimestamp(token.rotatedAt),
        replays: token.replays,
      })
      .where('hash', '=', token.hash)
      .execute();
  }

  async touch(id: SessionId, at: Instant): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ last_used_at: timestamp(at) })
      .where('id', '=', id)
      .execute();
  }

  async revoke(id: SessionId, at: Instant): Promise<void> {
    await this.#revocation(at).where('id', '=', id).execute();
  }

  async revokeAll(userId: UserId, at: Instant, except?: SessionId): Promise<void> {
    const all = this.#revocation(at).where('user_id', '=', userId);
    await (except === undefined ? all : all.where('id', '<>', except)).execute();
  }

  async purge({ revokedBefore, unusedSince, tokensIssuedBefore }: SessionPurge): Promise<void> {
    await sql`
      delete from sessions
      where last_used_at < ${timestamp(unusedSince)} or revoked_at < ${timestamp(revokedBefore)}
    `.execute(this.#db);
    await sql`delete from refresh_tokens where issued_at < ${timestamp(tokensIssuedBefore)}`.execute(
      this.#db,
    );
  }

  #revocation(at: Instant) {
    return this.#db
      .updateTable('sessions')
      .set({ revoked_at: timestamp(at) })
      .where('revoked_at', 'is', null);
  }
}

type SessionRow = {
  id: SessionId;
  user_id: UserId;
  user_agent: string | null;
  created_at: Instant;
  last_used_at: Instant;
  revoked_at: Instant | null;
};

type TokenRow = Omit<SessionRow, 'id'> & {
  hash: string;
  session_id: SessionId;
  issued_at: Instant;
  rotated_at: Instant | null;
  replays: number;
};

function tokenWithSessionOf(row: TokenRow): { token: RefreshToken; session: Session } {
  return {
    token: {
      hash: row.hash,
      sessionId: row.session_id,
      issuedAt: row.issued_at,
      rotatedAt: row.rotated_at,
      replays: row.replays,
    },
    session: sessionOf({ ...row, id: row.session_id }),
  };
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
