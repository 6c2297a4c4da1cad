import { sql, type RawBuilder } from 'kysely';
import type { QuotaGuard } from '../../../application/households/quota-guard.js';
import { accountGone } from '../../../application/shared/errors.js';
import {
  FORMER_MEMBER,
  type HouseholdRepository,
  type HouseholdSummary,
  type MemberKey,
  type NamedMember,
} from '../../../application/households/ports.js';
import { listAbsences, type Presence } from '../../../domain/households/away.js';
import type { Household, Member } from '../../../domain/households/household.js';
import type { AwayPeriods } from '../../../domain/rotation/away.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { listColumns } from '../field-map.js';
import { withRefusals, type Refusals, type Database } from '../database.js';
import type { RecordedJournal } from '../sync/journal.js';
import { LimitedJournaledRepository, type UsageCounter } from './usage.js';
import { unregisterUser, listHouseholdsOf, registerUser } from './lookups.js';
import { HOUSEHOLDS, MEMBERS } from './table.js';

/** The tables with rows of a household. Each table comes before those that its foreign keys refer to. */
export const HOUSEHOLD_TABLES = [
  'calendar_failures',
  'calendar_events',
  'calendar_links',
  'operations',
  'activities',
  'attachments',
  'shopping_items',
  'shopping_history',
  'shopping_lists',
  'task_templates',
  'day_calendars',
  'pauses',
  'notifications',
  'feeds',
  'member_pins',
  'display_pairings',
  'displays',
  'swaps',
  'occurrences',
  'series',
  'tasks',
  'categories',
  'invitations',
  'idempotency_keys',
  'members',
  'household_of_token',
  'households_of_user',
  // These tables come last. Every transaction that writes to a change feed first writes to one of the tables above.
  // The deletion of rows in those tables has waited for such transactions, so none of them writes to these tables any
  // more.
  'retired_ids',
  'change_entries',
  'change_heads',
] as const;

const REFUSALS: Refusals = {
  members_account_fkey: accountGone,
  members_active_account: accountGone,
};

/**
 * Returns the SQL of the total size in bytes of all files that a member may see. Files of other members' personal
 * tasks are left out.
 */
function storedIn(householdId: HouseholdId, viewer: MemberId | RawBuilder<unknown>): RawBuilder<number> {
  return sql`(
    select coalesce(sum(f.size), 0)::float8
    from attachments f join tasks t on t.household_id = f.household_id and t.id = f.task_id
    where f.household_id = ${householdId} and f.sha256 is not null
      and (t.visibility = 'SHARED' or t.created_by = ${viewer})
  )`;
}

type SummaryRow = Household & Omit<HouseholdSummary, 'household'>;

/**
 * The parts of a query that reads the summary of a household `h` for its member `m`. It counts only the files that
 * this member may see.
 */
export const SUMMARIES = {
  columns: (
    householdId: HouseholdId,
  ) => sql`${HOUSEHOLDS.select('h')}, m.user_id as "memberId", m.role, m.grouping as "group", (
    select count(*) from members o where o.household_id = ${householdId} and o.left_at is null
  ) as "memberCount", ${storedIn(householdId, sql`m.user_id`)} as "storedBytes"`,
  from: sql`members m join households h on h.id = m.household_id`,
  toSummary: ({
    memberId,
    role,
    group,
    memberCount,
    storedBytes,
    ...household
  }: SummaryRow): HouseholdSummary => ({
    household,
    memberId,
    role,
    group,
    memberCount,
    storedBytes,
  }),
};

export class PostgresHouseholdRepository extends LimitedJournaledRepository implements HouseholdRepository {
  readonly #counter: UsageCounter;

  constructor(db: Database, quota: QuotaGuard, journal: RecordedJournal, counter: UsageCounter) {
    super(db, quota, journal);
    this.#counter = counter;
  }

  async countOf(userId: UserId): Promise<number> {
    const homes = await listHouseholdsOf(this.db, userId);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from members
      where household_id = any(${homes}::uuid[]) and account_id = ${userId} and left_at is null
    `.execute(this.db);
    return rows[0]?.count ?? 0;
  }

  async listOf(userId: UserId, { limit, after }: PageRequest): Promise<Page<HouseholdSummary>> {
    const homes = await listHouseholdsOf(this.db, userId);
    const summaries: HouseholdSummary[] = [];
    for (const id of homes.filter((home) => after === null || home > String(after[0]))) {
      const { rows } = await sql<SummaryRow>`
        select ${SUMMARIES.columns(id)} from ${SUMMARIES.from}
        where m.household_id = ${id} and m.account_id = ${userId} and m.left_at is null
      `.execute(this.db);
      summaries.push(...rows.map(SUMMARIES.toSummary));
      if (summaries.length > limit) break;
    }
    return cutPage(summaries, limit, ({ household }) => [household.id]);
  }

  async members(
    householdId: HouseholdId,
    { withFormer }: { withFormer: boolean } = { withFormer: false },
  ): Promise<readonly NamedMember[]> {
    const { rows } = await sql<NamedMember>`
      select ${MEMBERS.select('m')}, coalesce(m.display_name, a.display_name, ${FORMER_MEMBER}) as name
      from members m left join accounts a on a.id = m.account_id
      where m.household_id = ${householdId} ${withFormer ? sql`` : sql`and m.left_at is null`}
      order by m.left_at is not null, m.joined_at, m.user_id
    `.execute(this.db);
    return rows;
  }

  async stayingUntilBefore(date: CivilDate, { limit, after }: PageRequest): Promise<Page<MemberKey>> {
    const { rows } = await sql<MemberKey>`
      select household_id as "householdId", user_id as "memberId" from members
      where left_at is null and active_until < ${date}
        ${after === null ? sql`` : sql`and (household_id, user_id) > (${sql.join([...after])})`}
      order by household_id, user_id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, ({ householdId, memberId }) => [householdId, memberId]);
  }

  async timeZones(): Promise<readonly TimeZone[]> {
    const { rows } = await sql<Pick<Household, 'timeZone'>>`
      select distinct time_zone as "timeZone" from households
    `.execute(this.db);
    return rows.map(({ timeZone }) => timeZone);
  }

  async storedBytes(householdId: HouseholdId, viewer: MemberId): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select ${storedIn(householdId, viewer)} as bytes
    `.execute(this.db);
    return rows[0]?.bytes ?? 0;
  }

  async find(id: HouseholdId): Promise<Household | null> {
    return this.findFirst(sql<Household>`
      select ${HOUSEHOLDS.select()} from households where id = ${id}
    `);
  }

  async findForUpdate(id: HouseholdId): Promise<Household | null> {
    const { rows } = await sql<Household>`
      select ${HOUSEHOLDS.select()} from households where id = ${id} for no key update
    `.execute(this.db);
    return this.journal.locked('household', rows)[0] ?? null;
  }

  async insert(household: Household): Promise<void> {
    this.quota.requireSpace();
    await this.db.insertInto('households').values(HOUSEHOLDS.toRow(household)).execute();
    this.journal.inserted('household', [household]);
  }

  async save(household: Household): Promise<void> {
    const known = this.journal.known('household', { householdId: household.id, id: household.id });
    const before = known ?? (await this.findForUpdate(household.id));
    if (before === null) return;
    const { id, ...fields } = HOUSEHOLDS.toRow(household);
    await this.db.updateTable('households').set(fields).where('id', '=', id).execute();
    this.journal.note('household', before, household);
  }

  async remove(id: HouseholdId): Promise<void> {
    // This lock is stronger than that of `findForUpdate`. Transactions that add rows to the household wait for it,
    // and then fail on their foreign key.
    const { rows } = await sql<Household>`
      select ${HOUSEHOLDS.select()} from households where id = ${id} for update
    `.execute(this.db);
    for (const table of HOUSEHOLD_TABLES)
      await sql`delete from ${sql.table(table)} where household_id = ${id}`.execute(this.db);
    await this.db.deleteFrom('households').where('id', '=', id).execute();
    this.journal.removed('household', rows);
  }

  async insertMember(member: Member): Promise<void> {
    const { householdId, isProxy } = member;
    const createdBy = isProxy ? await this.quota.reserveRow('membersWithoutAccount', householdId) : null;
    const row = { ...MEMBERS.toRow(member), created_by: createdBy };
    await withRefusals(REFUSALS, this.db.insertInto('members').values(row).execute());
    if (member.accountId !== null) await this.#nameUser(member.householdId, member.accountId);
    this.journal.inserted('member', [MEMBERS.pick(member)]);
  }

  async saveMember(member: Member): Promise<void> {
    const { household_id, user_id, ...fields } = MEMBERS.toRow(member);
    const { rows } = await withRefusals(
      REFUSALS,
      sql<Member>`
        with was as materialized (
          select ${MEMBERS.select()} from members
          where household_id = ${household_id} and user_id = ${user_id} for no key update
        )
        update members m set (${listColumns(Object.keys(fields))}) = row(${sql.join(Object.values(fields))})
        from was where m.household_id = ${household_id} and m.user_id = was.id
        returning ${MEMBERS.fields('was')}
      `.execute(this.db),
    );
    for (const before of rows) this.quota.requireSpaceFor(before.awayPeriods, member.awayPeriods);
    if (member.accountId !== null && rows.some(({ accountId }) => accountId !== member.accountId))
      await this.#nameUser(household_id, member.accountId);
    this.journal.changed('member', rows, () => MEMBERS.pick(member));
  }

  async #nameUser(householdId: HouseholdId, userId: UserId): Promise<void> {
    await registerUser(this.db, householdId, userId);
    this.#counter.hasJoined(userId);
  }

  async forgetMember(userId: UserId): Promise<readonly Member[]> {
    const forgotten: Member[] = [];
    for (const home of await listHouseholdsOf(this.db, userId)) {
      const { rows } = await sql<Member>`
        with was as materialized (
          select ${MEMBERS.select()} from members
          where household_id = ${home} and account_id = ${userId} for no key update
        )
        update members m set account_id = null, display_name = null, away_periods = '[]'
        from was where m.household_id = ${home} and m.user_id = was.id
        returning ${MEMBERS.fields('was')}
      `.execute(this.db);
      const forget = (member: Member) => ({ ...member, accountId: null, displayName: null, awayPeriods: [] });
      this.journal.changed('member', rows, forget);
      forgotten.push(...rows.map(forget));
    }
    await unregisterUser(this.db, userId);
    return forgotten;
  }

  async callingByAccountName(userId: UserId): Promise<readonly Member[]> {
    const { rows } = await sql<Member>`
      select ${MEMBERS.select()} from members
      where household_id = any(${await listHouseholdsOf(this.db, userId)}::uuid[])
        and account_id = ${userId} and display_name is null
      order by household_id
    `.execute(this.db);
    return rows;
  }

  async activeMembers(
    householdId: HouseholdId,
    ids: readonly MemberId[],
  ): Promise<ReadonlyMap<MemberId, Pick<Member, 'group'>>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Pick<Member, 'id' | 'group'>>`
      select user_id as id, grouping as "group" from members
      where household_id = ${householdId} and user_id = any(${ids}) and left_at is null
      order by user_id for share
    `.execute(this.db);
    return new Map(rows.map(({ id, group }) => [id, { group }]));
  }

  async awayPeriods(householdIds: readonly HouseholdId[]): Promise<ReadonlyMap<HouseholdId, AwayPeriods>> {
    const { rows } = await sql<Pick<Member, 'id' | 'householdId'> & Presence>`
      select user_id as id, household_id as "householdId", left_at as "leftAt", away_periods as "awayPeriods",
        active_from as "activeFrom", active_until as "activeUntil"
      from members
      where household_id = any(${householdIds})
        and (left_at is not null or away_periods <> '[]' or num_nonnulls(active_from, active_until) > 0)
    `.execute(this.db);
    const away = Map.groupBy(rows, (row) => row.householdId);
    return new Map(
      householdIds.map((id) => [id, new Map((away.get(id) ?? []).map((row) => [row.id, listAbsences(row)]))]),
    );
  }
}
