import type {
  CalendarConnectionRepository,
  CalendarOAuthStateRepository,
  NewConnection,
} from '../../../../application/calendar/ports.js';
import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionTokens,
} from '../../../../domain/calendar/connection.js';
import type { ConnectTicket } from '../../../../domain/calendar/oauth-state.js';
import type { CalendarConnectionId, UserId } from '../../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { pageFrom } from '../page.js';
import { type StoredConnection, InMemoryRepository } from '../store.js';

/** Needs no locks, because units of work run one after the other. */
export class InMemoryCalendarConnectionRepository
  extends InMemoryRepository
  implements CalendarConnectionRepository
{
  async list(userId: UserId, page: PageRequest): Promise<Page<CalendarConnection>> {
    const own = this.#owned().filter((connection) => connection.userId === userId);
    return pageFrom(own, page, newestFirst);
  }

  async find(id: CalendarConnectionId): Promise<CalendarConnection | null> {
    return this.store.calendarConnections.get(id)?.owner ?? null;
  }

  async idsOf(userId: UserId): Promise<CalendarConnectionId[]> {
    const own = this.#owned().filter((connection) => connection.userId === userId);
    return own.map(({ id }) => id);
  }

  async findForUpdate(userId: UserId, id: CalendarConnectionId): Promise<CalendarConnection | null> {
    const connection = await this.find(id);
    return connection?.userId === userId ? connection : null;
  }

  async credentials(id: CalendarConnectionId): Promise<ConnectionCredentials | null> {
    const row = this.store.calendarConnections.get(id);
    if (row === undefined) return null;
    const { grantKey, tokens, tokenVersion, leftAt } = row;
    return { id, grantKey, tokens, tokenVersion, leftAt };
  }

  async connect({ grantKey, tokens, ...fresh }: NewConnection): Promise<CalendarConnection> {
    const { userId, subject, email } = fresh;
    const known = this.#owned().find((one) => one.userId === userId && one.subject === subject);
    const connection: CalendarConnection = { ...(known ?? fresh), email, status: 'ACTIVE' };
    const version = known && this.store.calendarConnections.get(known.id)?.tokenVersion;
    this.store.calendarConnections.set(connection.id, {
      id: connection.id,
      grantKey,
      tokens,
      tokenVersion: (version ?? 0) + 1,
      leftAt: null,
      owner: connection,
    });
    return connection;
  }

  async withTokensForUpdate(
    after: CalendarConnectionId | null,
    limit: number,
  ): Promise<ConnectionCredentials[]> {
    const found = this.store.calendarConnections
      .filter(({ id, tokens }) => tokens !== null && (after === null || id > after))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit);
    const credentials = await Promise.all(found.map(({ id }) => this.credentials(id)));
    return credentials.flatMap((one) => one ?? []);
  }

  async saveTokens(
    id: CalendarConnectionId,
    tokenVersion: number,
    tokens: ConnectionTokens,
  ): Promise<boolean> {
    const row = this.#active(id, tokenVersion);
    if (row !== undefined) this.store.calendarConnections.set(id, { ...row, tokens });
    return row !== undefined;
  }

  async revoke(id: CalendarConnectionId, tokenVersion: number): Promise<boolean> {
    const row = this.#active(id, tokenVersion);
    if (row === undefined) return false;
    const owner = row.owner && ({ ...row.owner, status: 'REVOKED' } as const);
    this.store.calendarConnections.set(id, { ...row, tokens: null, owner });
    return true;
  }

  async leave(id: CalendarConnectionId, at: Instant): Promise<void> {
    const row = this.store.calendarConnections.get(id);
    if (row?.leftAt === null) this.store.calendarConnections.set(id, { ...row, leftAt: at, owner: null });
  }

  async isGrantUsed(grantKey: string, exceptBy: CalendarConnectionId): Promise<boolean> {
    const others = this.store.calendarConnections.filter(
      (row) => row.grantKey === grantKey && row.id !== exceptBy && row.tokens !== null,
    );
    return others.length > 0;
  }

  async leftBefore(instant: Instant): Promise<CalendarConnectionId[]> {
    const left = this.store.calendarConnections.filter(({ leftAt }) => leftAt !== null && leftAt < instant);
    return left.toSorted((a, b) => Number(a.leftAt) - Number(b.leftAt)).map(({ id }) => id);
  }

  async delete(id: CalendarConnectionId): Promise<void> {
    this.store.calendarConnections.delete(id);
  }

  #owned(): CalendarConnection[] {
    return this.store.calendarConnections.filter(() => true).flatMap(({ owner }) => owner ?? []);
  }

  #active(id: CalendarConnectionId, tokenVersion: number): StoredConnection | undefined {
    const row = this.store.calendarConnections.get(id);
    return row !== undefined && row.tokens !== null && row.tokenVersion === tokenVersion ? row : undefined;
  }
}

export class InMemoryCalendarOAuthStateRepository
  extends InMemoryRepository
  implements CalendarOAuthStateRepository
{
  async insertTicket(ticket: ConnectTicket): Promise<void> {
    this.store.calendarTickets.set(ticket.hash, ticket);
  }

  async findTicket(hash: string): Promise<ConnectTicket | null> {
    return this.store.calendarTickets.get(hash) ?? null;
  }

  async takeTicket(hash: string): Promise<ConnectTicket | null> {
    const ticket = this.store.calendarTickets.get(hash);
    this.store.calendarTickets.delete(hash);
    return ticket ?? null;
  }

  async deleteTicketsOf(userId: UserId): Promise<void> {
    this.store.calendarTickets.deleteWhere((ticket) => ticket.userId === userId);
  }

  async spendState(hash: string, at: Instant): Promise<boolean> {
    if (this.store.calendarStates.has(hash)) return false;
    this.store.calendarStates.set(hash, at);
    return true;
  }

  async deleteTicketsIssuedBefore(instant: Instant): Promise<void> {
    this.store.calendarTickets.deleteWhere(({ issuedAt }) => issuedAt < instant);
  }

  async deleteStatesSpentBefore(instant: Instant): Promise<void> {
    this.store.calendarStates.deleteWhere((spentAt) => spentAt < instant);
  }
}
