import { sql, type Insertable, type Selectable } from 'kysely';
import { accountGone } from '../../../application/shared/errors.js';
import {
  FORMER_MEMBER,
  type HouseholdRepository,
  type HouseholdSummary,
  type NamedMember,
} from '../../../application/households/ports.js';
import type { Household, Member, Role } from '../../../domain/households/household.js';
import type { AwayPeriods } from '../../../domain/rotation/away.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest } from '../../../domain/shared/page.js';
import { refusing, type Refusals } from '../constraints.js';
import type { Database } from '../database.js';
import { HOUSEHOLD_COLUMNS, householdOf, householdRowOf, type HouseholdRow } from './household-row.js';
import { nullableTimestamp, timestamp, type DatabaseSchema } from '../schema.js';

/** What belongs to a household, each table after those that refer to it. */
export const HOUSEHOLD_TABLES = [
  'calendar_failures',
  'calendar_events',
  'calendar_links',
  'activities',
  'attachments',
  'shopping_items',
  'shopping_history',
  'task_templates',
  'notifications',
  'feeds',
  'swaps',
  'occurrences',
  'series',
  'tasks',
  'categories',
  'invitations',
  'idempotency_keys',
  'members',
] as const;

const REFUSALS: Refusals = { members_account_fkey: accountGone };

type MemberRow = Selectable<DatabaseSchema['members']>;

export class PostgresHouseholdRepository implements HouseholdRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listOf(userId: UserId, { limit, after }: PageRequest): Promise<Page<HouseholdSummary>> {
    const { rows } = await sql<HouseholdRow & { role: Role; member_count: number }>`
      select ${sql.raw(HOUSEHOLD_COLUMNS)}, m.role, (
        select count(*) from members o where o.household_id = h.id and o.left_at is null
      ) as member_count
      from members m join households h on h.id = m.household_id
      where m.user_id = ${userId} and m.left_at is null
        ${after === null ? sql`` : sql`and m.household_id > ${after[0]}`}
      order by m.household_id
      limit ${limit + 1}
    `.execute(this.#db);
    const summaries = rows.map((row) => ({
      household: householdOf(row),
      role: row.role,
      memberCount: row.member_count,
    }));
    return pageOf(summaries, limit, ({ household }) => [household.id]);
  }

  async members(
    householdId: HouseholdId,
    { withFormer }: { withFormer: boolean } = { withFormer: false },
  ): Promise<readonly NamedMember[]> {
    const { rows } = await sql<MemberRow & { name: string }>`
      select m.household_id, m.user_id, m.display_name, m.role, m.color, m.joined_at, m.left_at, m.away_periods,
        coalesce(m.display_name, a.display_name, ${FORMER_MEMBER}) as name
      from members m left join accounts a on a.id = m.user_id
      where m.household_id = ${householdId} ${withFormer ? sql`` : sql`and m.left_at is null`}
      order by m.left_at is not null, m.joined_at, m.user_id
    `.execute(this.#db);
    return rows.map((row) => ({ ...memberOf(row), name: row.name }));
  }

  async findForUpdate(id: HouseholdId): Promise<Household | null> {
    const { rows } = await sql<HouseholdRow>`
      select ${sql.raw(HOUSEHOLD_COLUMNS)} from households h where h.id = ${id} for no key update
    `.execute(this.#db);
    return rows[0] === undefined ? null : householdOf(rows[0]);
  }

  async insert(household: Household): Promise<void> {
    await this.#db.insertInto('households').values(householdRowOf(household)).execute();
  }

  async save(household: Household): Promise<void> {
    const { id, ...fields } = householdRowOf(household);
    await this.#db.updateTable('households').set(fields).where('id', '=', id).execute();
  }

  async remove(id: HouseholdId): Promise<void> {
    // Stronger than `findForUpdate`: what is being added waits, and then finds no household to belong to.
    await sql`select from households where id = ${id} for update`.execute(this.#db);
    for (const table of HOUSEHOLD_TABLES)
      await sql`delete from ${sql.table(table)} where household_id = ${id}`.execute(this.#db);
    await this.#db.deleteFrom('households').where('id', '=', id).execute();
  }

  async insertMember(member: Member): Promise<void> {
    await refusing(REFUSALS, this.#db.insertInto('members').values(memberRowOf(member)).execute());
  }

  async saveMember(member: Member): Promise<void> {
    const { household_id, user_id, ...fields } = memberRowOf(member);
    const update = this.#db
      .updateTable('members')
      .set(fields)
      .where('household_id', '=', household_id)
      .where('user_id', '=', user_id);
    await refusing(REFUSALS, update.execute());
  }

  async forgetMember(userId: UserId): Promise<void> {
    await this.#db
      .updateTable('members')
      .set({ display_name: null, away_periods: '[]' })
      .where('user_id', '=', userId)
      .execute();
  }

  async callingByAccountName(userId: UserId): Promise<readonly HouseholdId[]> {
    const rows = await this.#db
      .selectFrom('members')
      .select('household_id')
      .where('user_id', '=', userId)
      .where('left_at', 'is', null)
      .where('display_name', 'is', null)
      .execute();
    return rows.map((row) => row.household_id);
  }

  async activeMembers(householdId: HouseholdId, ids: readonly MemberId[]): Promise<ReadonlySet<MemberId>> {
    if (ids.length === 0) return new Set();
    const { rows } = await sql<{ user_id: MemberId }>`
      select user_id from members
      where household_id = ${householdId} and user_id = any(${ids}) and left_at is null
      order by user_id for share
    `.execute(this.#db);
    return new Set(rows.map((row) => row.user_id));
  }

  async awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>> {
    const { rows } = await sql<Pick<MemberRow, 'household_id' | 'user_id' | 'away_periods'>>`
      select household_id, user_id, away_periods from members
      where household_id = any(${householdIds}) and left_at is null and away_periods <> '[]'
    `.execute(this.#db);
    const away = Map.groupBy(rows, (row) => row.household_id);
    return new Map(
      householdIds.map((id) => [
        id,
        new Map((away.get(id) ?? []).map((row) => [row.user_id, row.away_periods])),
      ]),
    );
  }
}

function memberOf(row: MemberRow): Member {
  return {
    id: row.user_id,
    householdId: row.household_id,
    displayName: row.display_name,
    role: row.role,
    color: row.color,
    joinedAt: row.joined_at,
    leftAt: row.left_at,
    awayPeriods: row.away_periods,
  };
}

function memberRowOf(member: Member): Insertable<DatabaseSchema['members']> {
  return {
    household_id: member.householdId,
    user_id: member.id,
    display_name: member.displayName,
    role: member.role,
    color: member.color,
    joined_at: timestamp(member.joinedAt),
    left_at: nullableTimestamp(member.leftAt),
    away_periods: JSON.stringify(member.awayPeriods),
  };
}
