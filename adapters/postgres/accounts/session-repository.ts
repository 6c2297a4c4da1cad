import { sql } from 'kysely';
import type { SessionPurge, SessionRepository } from '../../../application/accounts/ports.js';
import { REFRESH_TOKEN_LIFE_MS, type RefreshToken, type Session } from '../../../domain/accounts/session.js';
import type { SessionId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { createdAfter } from '../newest-first.js';
import { lastUse, REFRESH_TOKENS, SESSIONS } from '../schema.js';

const LAST_USE = sql.raw(lastUse((name) => `s.${name}`));

export class PostgresSessionRepository extends Repository implements SessionRepository {
  async listLive(userId: UserId, now: Instant, { limit, after }: PageRequest): Promise<Page<Session>> {
    const { rows } = await sql<Session>`
      select ${SESSIONS.select('s')} from sessions s
      where user_id = ${userId} and revoked_at is null
        and ${LAST_USE} >= ${timestamp(now - REFRESH_TOKEN_LIFE_MS)}
        ${createdAfter(after)}
      order by created_at desc, id
      limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, newestFirst);
  }

  async find(userId: UserId, id: SessionId): Promise<Session | null> {
    return this.findFirst(sql<Session>`
      select ${SESSIONS.select('s')} from sessions s
      where id = ${id} and user_id = ${userId}
    `);
  }

  async insert(session: Session): Promise<void> {
    await this.db.insertInto('sessions').values(SESSIONS.toRow(session)).execute();
  }

  async insertToken(token: RefreshToken): Promise<void> {
    await this.db.insertInto('refresh_tokens').values(REFRESH_TOKENS.toRow(token)).execute();
  }

  async findByTokenForUpdate(hash: string): Promise<{ token: RefreshToken; session: Session } | null> {
    // The lock is a separate statement, because only a later statement sees what a concurrent refresh has
    // committed.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(session_id::text, 0)) from refresh_tokens where hash = ${hash}
    `.execute(this.db);
    const row = await this.findFirst(sql<object>`
      select ${REFRESH_TOKENS.select('t', 'token.')}, ${SESSIONS.select('s', 'session.')}
      from refresh_tokens t join sessions s on s.id = t.session_id
      where t.hash = ${hash}
    `);
    if (row === null) return null;
    return { token: REFRESH_TOKENS.pick(row, 'token.'), session: SESSIONS.pick(row, 'session.') };
  }

  async saveToken(token: RefreshToken): Promise<void> {
    const { hash, ...fields } = REFRESH_TOKENS.toRow(token);
    await this.db.updateTable('refresh_tokens').set(fields).where('hash', '=', hash).execute();
  }

  async endOtherTokens({ hash, sessionId }: RefreshToken, at: Instant): Promise<void> {
    await this.db
      .updateTable('refresh_tokens')
      .set({ ended_at: timestamp(at) })
      .where('session_id', '=', sessionId)
      .where('hash', '<>', hash)
      .where('rotated_at', 'is', null)
      .where('ended_at', 'is', null)
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
    // In a Citus cluster, refresh tokens are stored only on the coordinator, but every node deletes from its own copy
    // of `sessions`. A node could not read the tokens, so a separate query reads the ids of the sessions first.
    const { rows } = await sql<Pick<Session, 'id'>>`
      select id from sessions s
      where ${LAST_USE} < ${timestamp(unusedSince)} or revoked_at < ${timestamp(revokedBefore)}
    `.execute(this.db);
    await sql`delete from sessions where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(this.db);
    await sql`delete from refresh_tokens where issued_at < ${timestamp(tokensIssuedBefore)}`.execute(this.db);
  }

  #revocation(at: Instant) {
    return this.db
      .updateTable('sessions')
      .set({ revoked_at: timestamp(at) })
      .where('revoked_at', 'is', null);
  }
}
