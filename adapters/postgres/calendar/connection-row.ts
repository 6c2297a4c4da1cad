import type { Selectable } from 'kysely';
import type {
  CalendarConnection,
  ConnectionCredentials,
  ConnectionTokens,
} from '../../../domain/calendar/connection.js';
import type { UserId } from '../../../domain/shared/ids.js';
import { columnNames } from '../columns.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

type Row = Selectable<DatabaseSchema['calendar_connections']>;
/** A row whose owner has not left it; a constraint keeps these three together. */
export type OwnedConnectionRow = Row & { user_id: UserId; google_sub: string; email: string };

export const CONNECTION_COLUMNS = columnNames<Row>({
  id: true,
  user_id: true,
  google_sub: true,
  email: true,
  grant_key: true,
  status: true,
  refresh_token: true,
  access_token: true,
  access_expires_at: true,
  token_version: true,
  created_at: true,
  left_at: true,
});

export function connectionOf({
  id,
  user_id,
  google_sub,
  email,
  status,
  created_at,
}: OwnedConnectionRow): CalendarConnection {
  return { id, userId: user_id, subject: google_sub, email, status, createdAt: created_at };
}

export function credentialsOf(row: Row): ConnectionCredentials {
  const { refresh_token: refreshToken, access_token: accessToken, access_expires_at: accessExpiresAt } = row;
  const complete = refreshToken !== null && accessToken !== null && accessExpiresAt !== null;
  return {
    id: row.id,
    grantKey: row.grant_key,
    tokens: complete ? { refreshToken, accessToken, accessExpiresAt } : null,
    tokenVersion: row.token_version,
    leftAt: row.left_at,
  };
}

export const tokenColumns = ({ refreshToken, accessToken, accessExpiresAt }: ConnectionTokens) => ({
  refresh_token: refreshToken,
  access_token: accessToken,
  access_expires_at: timestamp(accessExpiresAt),
});
