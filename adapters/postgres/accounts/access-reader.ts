import { sql } from 'kysely';
import type { StoredCaller, AccessReader, SessionAtHome } from '../../../application/accounts/ports.js';
import type { Group, Role } from '../../../domain/households/household.js';
import type { Locale } from '../../../domain/shared/locale.js';
import type { HouseholdId, MemberId, SessionId, UserId } from '../../../domain/shared/ids.js';
import type { Instant, TimeZone } from '../../../domain/shared/zone.js';
import { Repository } from '../database.js';
import { defineStatement } from '../prepared-statements.js';
import { HOUSEHOLD_PREFIX, HOUSEHOLDS } from '../households/table.js';

const ASKING = sql`s.revoked_at, a.disabled_at, a.locale as user_locale, a.time_zone as user_time_zone`;
const HOUSEHOLD_COLUMNS = HOUSEHOLDS.select('h', HOUSEHOLD_PREFIX);

/**
 * Returns the statement that reads a session, its account, the account's membership in the household, and whether the
 * household has pauses and a linked calendar.
 */
const callerStatement = defineStatement<SessionAtHome, AskingRow & MembershipRow>((value) => {
  const householdId = value((session) => session.householdId);
  return sql`
    select ${ASKING},
      m.user_id as member_id, m.role, m.grouping,
      exists(select from pauses where household_id = ${householdId}) as has_pauses,
      exists(select from calendar_links where household_id = ${householdId}) as has_calendar_link,
      ${HOUSEHOLD_COLUMNS}
    from sessions s
    join accounts a on a.id = s.user_id
    left join members m on m.household_id = ${householdId} and m.account_id = s.user_id and m.left_at is null
    left join households h on h.id = ${householdId} and h.id = m.household_id
    where s.id = ${value((session) => session.sessionId)} and s.user_id = ${value((session) => session.userId)}
  `;
});

export class PostgresAccessReader extends Repository implements AccessReader {
  async find(
    userId: UserId,
    sessionId: SessionId,
    householdId: HouseholdId | null,
  ): Promise<StoredCaller | null> {
    if (householdId === null) return this.#findWithoutHousehold(userId, sessionId);
    const row = await this.findFirst(callerStatement({ userId, sessionId, householdId }));
    if (row === null) return null;
    return { ...toAsking(userId, sessionId, row), membership: toMembership(row) };
  }

  /**
   * Reads only the tables `sessions` and `accounts`. Every node of a Citus cluster has a copy of both, so the query
   * succeeds even while another node is down.
   */
  async #findWithoutHousehold(userId: UserId, sessionId: SessionId): Promise<StoredCaller | null> {
    const { rows } = await sql<AskingRow>`
      select ${ASKING} from sessions s join accounts a on a.id = s.user_id
      where s.id = ${sessionId} and s.user_id = ${userId}
    `.execute(this.db);
    const [row] = rows;
    return row === undefined ? null : { ...toAsking(userId, sessionId, row), membership: null };
  }

  async areAdmitted(asked: readonly SessionAtHome[]): Promise<readonly boolean[]> {
    const { rows: sessions } = await sql<Pick<SessionAtHome, 'sessionId' | 'userId'>>`
      select s.id as "sessionId", s.user_id as "userId"
      from sessions s join accounts a on a.id = s.user_id and a.disabled_at is null
      where s.id = any(${asked.map(({ sessionId }) => sessionId)}::uuid[]) and s.revoked_at is null
    `.execute(this.db);
    const { rows: members } = await sql<Pick<SessionAtHome, 'userId' | 'householdId'>>`
      select account_id as "userId", household_id as "householdId" from members
      where household_id = any(${[...new Set(asked.map(({ householdId }) => householdId))]}::uuid[])
        and account_id = any(${[...new Set(asked.map(({ userId }) => userId))]}::uuid[]) and left_at is null
    `.execute(this.db);
    const going = new Set(sessions.map(({ sessionId, userId }) => `${sessionId} ${userId}`));
    const active = new Set(members.map(({ userId, householdId }) => `${userId} ${householdId}`));
    return asked.map(
      ({ sessionId, userId, householdId }) =>
        going.has(`${sessionId} ${userId}`) && active.has(`${userId} ${householdId}`),
    );
  }
}

type AskingRow = {
  revoked_at: Instant | null;
  disabled_at: Instant | null;
  user_locale: Locale;
  user_time_zone: TimeZone;
};

type MembershipRow = {
  member_id: MemberId | null;
  role: Role | null;
  grouping: Group | null;
  has_pauses: boolean;
  has_calendar_link: boolean;
};

function toAsking(id: UserId, sessionId: SessionId, row: AskingRow): Omit<StoredCaller, 'membership'> {
  return {
    session: { id: sessionId, userId: id, revokedAt: row.revoked_at },
    account: { id, disabledAt: row.disabled_at, locale: row.user_locale, timeZone: row.user_time_zone },
  };
}

function toMembership(row: MembershipRow): StoredCaller['membership'] {
  if (row.member_id === null || row.role === null || row.grouping === null) return null;
  return {
    memberId: row.member_id,
    household: HOUSEHOLDS.pick(row, HOUSEHOLD_PREFIX),
    role: row.role,
    group: row.grouping,
    hasPauses: row.has_pauses,
    hasCalendarLink: row.has_calendar_link,
  };
}
