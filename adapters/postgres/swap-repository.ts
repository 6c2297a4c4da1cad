import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { SwapRepository } from '../../application/ports/swap-repository.js';
import type { HouseholdId, MemberId, OccurrenceId, UserId } from '../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import { swapKey, type Swap, type SwapId } from '../../domain/tasks/swap.js';
import { columnsOf } from './columns.js';
import type { Database } from './database.js';
import { visibleTo } from './occurrence-list.js';
import { nullableTimestamp, timestamp, type DatabaseSchema } from './schema.js';

type SwapRow = Selectable<DatabaseSchema['swaps']>;

export class PostgresSwapRepository implements SwapRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(householdId: HouseholdId, viewer: UserId, { limit, after }: PageRequest): Promise<Page<Swap>> {
    const swaps = await this.#select(sql`
      s.household_id = ${householdId}
        and ${seenBy(viewer, 's.occurrence_id')} and ${seenBy(viewer, 's.with_occurrence_id')}
        ${after === null ? sql`` : sql`and ${isAfter(-Number(after[0]), String(after[1]))}`}
      order by s.created_at desc, s.id limit ${limit + 1}
    `);
    return pageOf(swaps, limit, swapKey);
  }

  async findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    const [found] = await this.#select(
      sql`s.household_id = ${householdId} and s.id = ${id} for no key update`,
    );
    return found ?? null;
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
    await this.#db.insertInto('swaps').values(rowOf(swap)).execute();
  }

  async save(swap: Swap): Promise<void> {
    const { household_id, id, ...fields } = rowOf(swap);
    await this.#db
      .updateTable('swaps')
      .set(fields)
      .where('household_id', '=', household_id)
      .where('id', '=', id)
      .execute();
  }

  async declineThoseOf(householdId: HouseholdId, requestedBy: MemberId, at: Instant): Promise<void> {
    await this.#db
      .updateTable('swaps')
      .set({ status: 'DECLINED', answered_at: timestamp(at) })
      .where('household_id', '=', householdId)
      .where('requested_by', '=', requestedBy)
      .where('status', '=', 'OPEN')
      .execute();
  }

  async #select(which: RawBuilder<unknown>): Promise<readonly Swap[]> {
    const { rows } = await sql<SwapRow>`select ${COLUMNS} from swaps s where ${which}`.execute(this.#db);
    return rows.map(swapOf);
  }
}

const COLUMNS = columnsOf(
  [
    'household_id',
    'id',
    'occurrence_id',
    'with_occurrence_id',
    'requested_by',
    'status',
    'created_at',
    'answered_by',
    'answered_at',
  ] satisfies (keyof SwapRow)[],
  's',
);

function seenBy(viewer: UserId, occurrence: 's.occurrence_id' | 's.with_occurrence_id'): RawBuilder<unknown> {
  return sql`exists (
    select from occurrences
    where household_id = s.household_id and id = ${sql.ref(occurrence)} and ${visibleTo(viewer)}
  )`;
}

function isAfter(createdAt: number, id: string): RawBuilder<unknown> {
  const instant = timestamp(createdAt);
  return sql`s.created_at <= ${instant} and (s.created_at <> ${instant} or s.id > ${id})`;
}

function swapOf(row: SwapRow): Swap {
  return {
    id: row.id,
    householdId: row.household_id,
    occurrenceId: row.occurrence_id,
    withOccurrenceId: row.with_occurrence_id,
    requestedBy: row.requested_by,
    status: row.status,
    createdAt: row.created_at,
    answeredBy: row.answered_by,
    answeredAt: row.answered_at,
  };
}

function rowOf(swap: Swap): Insertable<DatabaseSchema['swaps']> {
  return {
    household_id: swap.householdId,
    id: swap.id,
    occurrence_id: swap.occurrenceId,
    with_occurrence_id: swap.withOccurrenceId,
    requested_by: swap.requestedBy,
    status: swap.status,
    created_at: timestamp(swap.createdAt),
    answered_by: swap.answeredBy,
    answered_at: nullableTimestamp(swap.answeredAt),
  };
}
