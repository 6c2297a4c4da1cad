import { sql } from 'kysely';
import type { SessionRepository } from '../../application/ports/session-repository.js';
import type { RefreshToken, Session } from '../../domain/accounts/session.js';
import type { SessionId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Database } from './database.js';
import { nullableTimestamp, timestamp } from './schema.js';

export class PostgresSessionRepository implements SessionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
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

  #revocation(at: Instant) {
    return this.#db
      .updateTable('sessions')
      .set({ revoked_at: timestamp(at) })
      .where('revoked_at', 'is', null);
  }
}

type TokenRow = {
  hash: string;
  session_id: SessionId;
  issued_at: Instant;
  rotated_at: Instant | null;
  replays: number;
  user_id: UserId;
  user_agent: string | null;
  created_at: Instant;
  last_used_at: Instant;
  revoked_at: Instant | null;
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
    session: {
      id: row.session_id,
      userId: row.user_id,
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
    },
  };
}
