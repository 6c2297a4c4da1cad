import { sql, type RawBuilder } from 'kysely';
import type { SwapRepository } from '../../../application/series/ports.js';
import type { HouseholdId, OccurrenceId, MemberId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Swap, SwapId, SwapStatus, SwapTurn, SwapView } from '../../../domain/series/swap.js';
import { updateRow } from '../database.js';
import { mapTable, timestamp } from '../field-map.js';
import { JournaledRepository } from '../sync/journal.js';
import { afterNewest } from '../newest-first.js';
import { SWAPS } from '../schema.js';

const TURNS = mapTable<SwapTurn>()({
  title: 'title',
  date: 'date',
  time: 'time',
  responsibleMemberIds: 'responsible_member_ids',
});

/** The parts of a query that reads swaps together with their two occurrences. */
export const SWAP_VIEWS = {
  columns: sql`${SWAPS.select('s')}, ${TURNS.select('offered', 'offered.')}, ${TURNS.select('wanted', 'wanted.')}`,
  from: sql`swaps s
    join occurrences offered on offered.household_id = s.household_id and offered.id = s.occurrence_id
    join occurrences wanted on wanted.household_id = s.household_id and wanted.id = s.with_occurrence_id`,
  seenBy: (householdId: HouseholdId, viewer: MemberId): RawBuilder<unknown> =>
    sql`s.household_id = ${householdId} and ${seenBy(viewer, 'offered')} and ${seenBy(viewer, 'wanted')}`,
  toView: (row: Swap): SwapView => ({
    ...SWAPS.pick(row),
    offered: TURNS.pick(row, 'offered.'),
    wanted: TURNS.pick(row, 'wanted.'),
  }),
};

export class PostgresSwapRepository extends JournaledRepository implements SwapRepository {
  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    { limit, after }: PageRequest,
    status: SwapStatus | null = null,
  ): Promise<Page<SwapView>> {
    const { rows } = await sql<Swap>`
      select ${SWAP_VIEWS.columns} from ${SWAP_VIEWS.from}
      where ${SWAP_VIEWS.seenBy(householdId, viewer)} ${status === null ? sql`` : sql`and s.status = ${status}`}
        ${after === null ? sql`` : sql`and ${afterNewest('s.created_at', after, 's.id')}`}
      order by s.created_at desc, s.id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows.map(SWAP_VIEWS.toView), limit, newestFirst);
  }

  async find(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    const [found] = await this.#select(sql`s.household_id = ${householdId} and s.id = ${id}`);
    return found ?? null;
  }

  async findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    const found = await this.#select(sql`s.household_id = ${householdId} and s.id = ${id} for no key update`);
    return this.journal.locked('swap', found)[0] ?? null;
  }

  async findOpen(householdId: HouseholdId, one: OccurrenceId, other: OccurrenceId): Promise<Swap | null> {
    const [found] = await this.#select(sql`
      s.household_id = ${householdId} and s.status = 'OPEN'
        and least(s.occurrence_id, s.with_occurrence_id) = least(${one}::uuid, ${other}::uuid)
        and greatest(s.occurrence_id, s.with_occurrence_id) = greatest(${one}::uuid, ${other}::uuid)
    `);
    return found ?? null;
  }

  async insert(swap: Swap): Promise<void> {
    await this.db.insertInto('swaps').values(SWAPS.toRow(swap)).execute();
    this.journal.inserted('swap', [swap]);
  }

  async save(swap: Swap): Promise<void> {
    const before = this.journal.known('swap', swap) ?? (await this.findForUpdate(swap.householdId, swap.id));
    if (before === null) return;
    await updateRow(this.db, 'swaps', SWAPS.toRow(swap));
    this.journal.note('swap', before, swap);
  }

  async remove(householdId: HouseholdId, id: SwapId): Promise<void> {
    const { rows } = await sql<Swap>`
      delete from swaps where household_id = ${householdId} and id = ${id} returning ${SWAPS.select()}
    `.execute(this.db);
    this.journal.removed('swap', rows);
  }

  async forgetAnswered(householdId: HouseholdId, offered: OccurrenceId, kept: number): Promise<void> {
    const { rows } = await sql<Swap>`
      delete from swaps where household_id = ${householdId} and id in (
        select id from swaps
        where household_id = ${householdId} and occurrence_id = ${offered} and status <> 'OPEN'
        order by created_at desc, id offset ${kept}
      ) returning ${SWAPS.select()}
    `.execute(this.db);
    this.journal.removed('swap', rows);
  }

  async declineFallen(householdId: HouseholdId | null, at: Instant): Promise<number> {
    if (householdId !== null) return this.#declineFallen(householdId, at);
    const { rows } = await sql<{ household_id: HouseholdId }>`
      select distinct household_id from swaps where status = 'OPEN' order by household_id
    `.execute(this.db);
    let declined = 0;
    for (const { household_id: home } of rows) declined += await this.#declineFallen(home, at);
    return declined;
  }

  /**
   * Declines the open swaps of a household that are no longer possible. `isSwapValid` of the domain has the same
   * rule.
   */
  async #declineFallen(householdId: HouseholdId, at: Instant): Promise<number> {
    const now = timestamp(at);
    const moment = sql`${now}::timestamptz`;
    const today = sql`coalesce(in_zone(${moment}, h.time_zone), ${moment} at time zone 'UTC')::date`;
    const toDo = (alias: 'offered' | 'asked', id: 'occurrence_id' | 'with_occurrence_id') => sql`
      ${sql.ref(alias)}.household_id = ${householdId} and ${sql.ref(alias)}.id = ${sql.ref(`s.${id}`)}
        and ${sql.ref(alias)}.visibility = 'SHARED' and ${sql.ref(alias)}.status = 'TODO'
        and ${sql.ref(alias)}.deleted_at is null and coalesce(${sql.ref(alias)}.date >= ${today}, true)`;
    const { rows } = await sql<Swap>`
      with fallen as materialized (
        select ${SWAPS.select('s')} from swaps s
        join households h on h.id = s.household_id
        left join occurrences offered on ${toDo('offered', 'occurrence_id')}
        left join occurrences asked on ${toDo('asked', 'with_occurrence_id')}
        where s.household_id = ${householdId} and s.status = 'OPEN' and (
          offered.id is null or s.requested_by <> all(offered.responsible_member_ids)
          or asked.id is null or asked.responsible_member_ids = '{}' or s.requested_by = any(asked.responsible_member_ids)
        )
        order by s.id for no key update of s
      )
      update swaps s set status = 'DECLINED', answered_at = ${now}
      from fallen where s.household_id = ${householdId} and s.id = fallen.id
      returning ${SWAPS.fields('fallen')}
    `.execute(this.db);
    this.journal.changed('swap', rows, (swap) => ({ ...swap, status: 'DECLINED', answeredAt: at }));
    return rows.length;
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly Swap[]> {
    const { rows } = await sql<Swap>`select ${SWAPS.select('s')} from swaps s where ${which}`.execute(
      this.db,
    );
    return rows;
  }
}

/**
 * Returns the condition that the viewer may see the occurrence `turn` of a swap: the offered one or the wanted one.
 * It has the same rule as `isVisibleTo` of the domain.
 */
function seenBy(viewer: MemberId, turn: 'offered' | 'wanted'): RawBuilder<unknown> {
  return sql`(${sql.ref(turn)}.visibility = 'SHARED' or ${sql.ref(turn)}.created_by = ${viewer})`;
}
