import { sql, type RawBuilder } from 'kysely';
import type { OccurrenceRepository, PurgedTrash } from '../../../application/tasks/ports.js';
import type { Room } from '../../../application/households/room.js';
import { LostRace } from '../../../application/shared/transactions.js';
import { growthBetween, holdingsOf } from '../../../domain/households/ceilings.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type {
  HouseholdId,
  MemberId,
  OccurrenceId,
  SeriesId,
  TaskId,
  UserId,
} from '../../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest, type SortKey } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { historyKey, keyFor, trashKey, type OccurrenceQuery } from '../../../domain/tasks/views.js';
import { columnsOf } from '../columns.js';
import { refusing } from '../constraints.js';
import type { Database } from '../database.js';
import { HELD_BEFORE, heldBefore, HoldingsCounter, type HeldBefore } from '../households/holdings.js';
import { insertAllStatement, removeAllStatement, saveAllStatement } from './occurrence-bulk.js';
import { removePersonalStatements, unassignStatement } from './occurrence-departure.js';
import { listStatement, revisionStatement, trashStatement, visibleTo } from './occurrence-list.js';
import { OCCURRENCE_COLUMNS, occurrenceFromRow, occurrenceToRow, type OccurrenceRow } from './table.js';
import { purgeTrash } from './occurrence-purge.js';
import { lockedStatement } from './occurrence-locks.js';
import { historyStatement, rowsForUpdateStatement } from './occurrence-series.js';
import { TASK_REFUSALS } from './task-refusals.js';

/** Its statements are raw SQL: kysely needs longer to build one with 38 columns than the database to answer it. */
export class PostgresOccurrenceRepository implements OccurrenceRepository {
  readonly #db: Database;
  readonly #room: Room;

  constructor(db: Database, room = new HoldingsCounter().roomIn(db)) {
    this.#db = db;
    this.#room = room;
  }

  async find(householdId: HouseholdId, id: OccurrenceId, viewer: UserId): Promise<Occurrence | null> {
    const [found] = await this.#read(sql<OccurrenceRow>`
      select ${OCCURRENCE_COLUMNS} from occurrences
      where household_id = ${householdId} and id = ${id} and ${visibleTo(viewer)}
    `);
    return found ?? null;
  }

  async findForUpdate(
    householdId: HouseholdId,
    id: OccurrenceId,
    viewer: UserId,
  ): Promise<Occurrence | null> {
    const [found] = await this.findAllForUpdate(householdId, [id], viewer);
    return found ?? null;
  }

  async findAllForUpdate(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: UserId,
  ): Promise<readonly (Occurrence | null)[]> {
    const { rows } = await lockedStatement(householdId, ids, viewer).execute(this.#db);
    const byId = new Map<OccurrenceId, Occurrence>();
    for (const { held, ...row } of rows) {
      // A split passed it to a series that was not there yet when the locks were asked for.
      if (row.seriesId !== null && !held.includes(row.seriesId)) throw new LostRace();
      byId.set(row.id, occurrenceFromRow(row));
    }
    return ids.map((id) => byId.get(id) ?? null);
  }

  list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>> {
    return this.#page(listStatement(householdId, query, page), page, keyFor(query.view));
  }

  async revisionOf(householdId: HouseholdId, query: OccurrenceQuery): Promise<string> {
    const { rows } = await revisionStatement(householdId, query).execute(this.#db);
    return rows.map(({ revision }) => revision).join('');
  }

  listTrash(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Occurrence>> {
    return this.#page(trashStatement(householdId, viewer, page), page, trashKey);
  }

  listHistory(
    householdId: HouseholdId,
    taskId: TaskId,
    viewer: UserId,
    page: PageRequest,
  ): Promise<Page<Occurrence>> {
    return this.#page(historyStatement(householdId, taskId, viewer, page), page, historyKey);
  }

  ofSeriesForUpdate(
    householdId: HouseholdId,
    seriesId: SeriesId,
    from: CivilDate | null,
  ): Promise<readonly Occurrence[]> {
    return this.#read(rowsForUpdateStatement(householdId, seriesId, from));
  }

  /** The task comes first: its foreign keys lock the household before its members, which is the order of a removal. */
  async insertTask(occurrence: Occurrence): Promise<void> {
    await this.#room.take(holdingsOf([occurrence]));
    const row = occurrenceToRow(occurrence);
    const { household_id, task_id, visibility, created_by, created_at } = row;
    await this.#write(sql`
      with task as (
        insert into tasks (household_id, id, visibility, created_by, created_at)
        values (${household_id}, ${task_id}, ${visibility}, ${created_by}, ${created_at})
        returning id
      )
      insert into occurrences (${columnsOf(Object.keys(row))})
      select ${sql.join(Object.values(row))} from task
    `);
  }

  async save(occurrence: Occurrence): Promise<void> {
    const { household_id, id, ...fields } = occurrenceToRow(occurrence);
    await this.#change(
      [occurrence],
      sql`
        update occurrences set (${columnsOf(Object.keys(fields))}) = row(${sql.join(Object.values(fields))})
        from occurrences o
        where o.household_id = ${household_id} and o.id = ${id}
          and occurrences.household_id = o.household_id and occurrences.id = o.id
        returning ${HELD_BEFORE}
      `,
    );
  }

  async insertAll(occurrences: readonly Occurrence[]): Promise<void> {
    if (occurrences.length === 0) return;
    await this.#room.take(holdingsOf(occurrences));
    await this.#write(insertAllStatement(occurrences));
  }

  async saveAll(occurrences: readonly Occurrence[]): Promise<void> {
    if (occurrences.length > 0) await this.#change(occurrences, saveAllStatement(occurrences));
  }

  async removeAll(householdId: HouseholdId, ids: readonly OccurrenceId[]): Promise<void> {
    if (ids.length > 0) await this.#write(removeAllStatement(householdId, ids));
  }

  purgeTrash(before: Instant, limit: number): Promise<PurgedTrash> {
    return purgeTrash(this.#db, before, limit);
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    const statements = removePersonalStatements(householdId, member);
    for (const statement of statements) await statement.execute(this.#db);
  }

  async unassign(householdId: HouseholdId, member: MemberId, at: Instant): Promise<void> {
    await unassignStatement(householdId, member, at).execute(this.#db);
  }

  async #page(
    statement: RawBuilder<OccurrenceRow>,
    { limit }: PageRequest,
    keyOf: (occurrence: Occurrence) => SortKey,
  ): Promise<Page<Occurrence>> {
    return pageOf(await this.#read(statement), limit, keyOf);
  }

  async #read(statement: RawBuilder<OccurrenceRow>): Promise<readonly Occurrence[]> {
    const { rows } = await statement.execute(this.#db);
    return rows.map(occurrenceFromRow);
  }

  async #change(occurrences: readonly Occurrence[], statement: RawBuilder<HeldBefore>): Promise<void> {
    const before = heldBefore(await this.#write(statement));
    await this.#room.takeWritten(growthBetween(before, holdingsOf(occurrences)));
  }

  async #write<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    const { rows } = await refusing(TASK_REFUSALS, statement.execute(this.#db));
    return rows;
  }
}
