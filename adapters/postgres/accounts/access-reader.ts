import { sql } from 'kysely';
import type { Access, AccessReader, SessionAtHome } from '../../../application/accounts/ports.js';
import type { Group, Locale, Role } from '../../../domain/households/household.js';
import type { HouseholdId, MemberId, SessionId, UserId } from '../../../domain/shared/ids.js';
import type { Instant, TimeZone } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { HOUSEHOLD, HOUSEHOLDS } from '../households/table.js';

const HOUSEHOLD_COLUMNS = HOUSEHOLDS.select('h', HOUSEHOLD);

export class PostgresAccessReader implements AccessReader {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(userId: UserId, sessionId: SessionId, householdId: HouseholdId | null): Promise<Access | null> {
    const { rows } = await sql<AccessRow>`
      select s.revoked_at, a.disabled_at, a.locale as user_locale, a.time_zone as user_time_zone,
        m.user_id as member_id, m.role, m.grouping,
        exists(select from pauses where household_id = m.household_id) as has_pauses,
        ${HOUSEHOLD_COLUMNS}
      from sessions s
      join accounts a on a.id = s.user_id
      left join members m on m.household_id = ${householdId} and m.account_id = s.user_id and m.left_at is null
      left join households h on h.id = m.household_id
      where s.id = ${sessionId} and s.user_id = ${userId}
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    return {
      session: { id: sessionId, userId, revokedAt: row.revoked_at },
      account: {
        id: userId,
        disabledAt: row.disabled_at,
        locale: row.user_locale,
        timeZone: row.user_time_zone,
      },
      membership:
        row.role === null || row.member_id === null || row.grouping === null
          ? null
          : {
              memberId: row.member_id,
              household: HOUSEHOLDS.pick(row, HOUSEHOLD),
              role: row.role,
              group: row.grouping,
              hasPauses: row.has_pauses,
            },
    };
  }

  async areAdmitted(asked: readonly SessionAtHome[]): Promise<readonly boolean[]> {
    const { rows } = await sql<{ place: number }>`
      select asked.place::int as place
      from unnest(
        ${asked.map(({ sessionId }) => sessionId)}::uuid[],
        ${asked.map(({ userId }) => userId)}::uuid[],
        ${asked.map(({ householdId }) => householdId)}::uuid[]
      ) with ordinality as asked(session_id, user_id, household_id, place)
      join sessions s on s.id = asked.session_id and s.user_id = asked.user_id and s.revoked_at is null
      join accounts a on a.id = s.user_id and a.disabled_at is null
      join members m on m.household_id = asked.household_id and m.account_id = s.user_id and m.left_at is null
    `.execute(this.#db);
    const admitted = new Set(rows.map(({ place }) => place));
    return asked.map((_one, index) => admitted.has(index + 1));
  }
}

type AccessRow = {
  revoked_at: Instant | null;
  disabled_at: Instant | null;
  user_locale: Locale;
  user_time_zone: TimeZone;
  member_id: MemberId | null;
  role: Role | null;
  grouping: Group | null;
  has_pauses: boolean;
};
