import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionStatus,
  ConnectionTokens,
} from '../../domain/calendar/connection.js';
import type { CalendarConnectionId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

/** What is known after somebody has given their permission. */
export type NewConnection = Omit<CalendarConnection, 'status'> & {
  readonly grantKey: string;
  readonly tokens: ConnectionTokens;
};

/** The connections that have an owner are those shown; what is being cleared away has credentials only. */
export interface CalendarConnectionReader {
  /** Those of a user, newest first. */
  list(userId: UserId, page: PageRequest): Promise<Page<CalendarConnection>>;
  /** null for an unknown id, and for one that its owner has left. */
  find(id: CalendarConnectionId): Promise<CalendarConnection | null>;
  /** Also of one that its owner has left; null for an unknown id. */
  credentials(id: CalendarConnectionId): Promise<ConnectionCredentials | null>;
}

export interface CalendarConnectionRepository extends CalendarConnectionReader {
  /**
   * Makes the connection ACTIVE with these tokens and the address of now. Where the user has one with that subject it is
   * that one, with its id and creation, and its token version one higher; also under concurrency there is never a
   * second. Answers with it and the status that it had before, null for a new one.
   */
  connect(
    connection: NewConnection,
  ): Promise<{ connection: CalendarConnection; before: ConnectionStatus | null }>;
  /** Of all that the user has. */
  idsOf(userId: UserId): Promise<CalendarConnectionId[]>;
  /** Locked until the transaction ends. null when the user has no such connection. */
  findForUpdate(userId: UserId, id: CalendarConnectionId): Promise<CalendarConnection | null>;
  /** At most `limit` that have tokens, with those that were left, by id from `after` on; locked until the transaction ends. */
  withTokensForUpdate(after: CalendarConnectionId | null, limit: number): Promise<ConnectionCredentials[]>;
  /** Keeps renewed tokens. false, and nothing is changed, unless it is ACTIVE in that version. */
  saveTokens(id: CalendarConnectionId, tokenVersion: number, tokens: ConnectionTokens): Promise<boolean>;
  /** REVOKED, the tokens wiped. false, and nothing is changed, unless it is ACTIVE in that version. */
  revoke(id: CalendarConnectionId, tokenVersion: number): Promise<boolean>;
  /** It has no owner any more; an unknown or left one is not changed. */
  leave(id: CalendarConnectionId, at: Instant): Promise<void>;
  /** Whether there is another connection of that grant with tokens, be it of somebody else or one that was left. */
  isGrantUsed(grantKey: string, exceptBy: CalendarConnectionId): Promise<boolean>;
  /** Those that their owners left before `instant`. */
  leftBefore(instant: Instant): Promise<CalendarConnectionId[]>;
  /** An unknown id changes nothing. */
  delete(id: CalendarConnectionId): Promise<void>;
}
