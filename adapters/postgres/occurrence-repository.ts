import { sql, type RawBuilder } from 'kysely';
import { categoryMissing, householdNotFound } from '../../application/errors.js';
import type { OccurrenceRepository } from '../../application/ports/occurrence-repository.js';
import type { HouseholdId, MemberId, OccurrenceId, UserId } from '../../domain/shared/ids.js';
import { pageOf, type Page, type PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { keyFor, trashKey, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { refusing, type Refusals } from './constraints.js';
import type { Database } from './database.js';
import { listStatement, trashStatement, visibleTo } from './occurrence-list.js';
import { OCCURRENCE_COLUMNS, occurrenceOf, occurrenceRowOf, type OccurrenceRow } from './occurrence-row.js';
import { timestamp } from './schema.js';

/** Its statements are raw SQL: kysely needs longer to build one with 38 columns than the database to answer it. */
export class PostgresOccurrenceRepository implements OccurrenceRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(householdId: HouseholdId, id: OccurrenceId, viewer: UserId): Promise<Occurrence | null> {
    return this.#find(householdId, id, viewer, sql``);
  }

  findForUpdate(householdId: HouseholdId, id: OccurrenceId, viewer: UserId): Promise<Occurrence | null> {
    return this.#find(householdId, id, viewer, sql`for no key update`);
  }

  async list(householdId: HouseholdId, query: OccurrenceQuery, page: PageRequest): Promise<Page<Occurrence>> {
    const { rows } = await listStatement(householdId, query, page).execute(this.#db);
    return pageOf(rows.map(occurrenceOf), page.limit, keyFor(query.view));
  }

  async listTrash(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Occurrence>> {
    const { rows } = await trashStatement(householdId, viewer, page).execute(this.#db);
    return pageOf(rows.map(occurrenceOf), page.limit, trashKey);
  }

  async insertTask(occurrence: Occurrence): Promise<void> {
    const row = occurrenceRowOf(occurrence);
    const { household_id, task_id, created_by, created_at } = row;
    await refusing(
      REFUSALS,
      sql`
        with task as (
          insert into tasks (household_id, id, created_by, created_at)
          values (${household_id}, ${task_id}, ${created_by}, ${created_at})
        )
        insert into occurrences (${namesOf(row)}) values (${sql.join(Object.values(row))})
      `.execute(this.#db),
    );
  }

  async save(occurrence: Occurrence): Promise<void> {
    const { household_id, id, ...fields } = occurrenceRowOf(occurrence);
    await refusing(
      REFUSALS,
      sql`
        update occurrences set (${namesOf(fields)}) = row(${sql.join(Object.values(fields))})
        where household_id = ${household_id} and id = ${id}
      `.execute(this.#db),
    );
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<void> {
    await sql`
      with gone as (
        delete from occurrences
        where household_id = ${householdId} and visibility = 'PERSONAL' and created_by = ${member}
        returning task_id, series_id
      )
      delete from tasks
      where household_id = ${householdId} and id in (select task_id from gone where series_id is null)
    `.execute(this.#db);
  }

  async unassign(householdId: HouseholdId, member: MemberId, at: Instant): Promise<void> {
    await sql`
      update occurrences
      set responsible_member_ids = array_remove(responsible_member_ids, ${member}),
        turn_reason = case when array_remove(responsible_member_ids, ${member}) <> '{}' then turn_reason end,
        version = version + 1, sync_version = sync_version + 1, google_sync_status = 'PENDING',
        updated_at = ${timestamp(at)}
      where household_id = ${householdId} and ${member} = any(responsible_member_ids)
        and (series_id is null or is_exception) and coalesce(status_before_deletion, status) <> 'DONE'
    `.execute(this.#db);
  }

  async #find(
    householdId: HouseholdId,
    id: OccurrenceId,
    viewer: UserId,
    lock: RawBuilder<unknown>,
  ): Promise<Occurrence | null> {
    const { rows } = await sql<OccurrenceRow>`
      select ${OCCURRENCE_COLUMNS} from occurrences
      where household_id = ${householdId} and id = ${id} and ${visibleTo(viewer)} ${lock}
    `.execute(this.#db);
    return rows[0] === undefined ? null : occurrenceOf(rows[0]);
  }
}

function namesOf(row: object): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(row)
      .map((column) => `"${column}"`)
      .join(', '),
  );
}

/** A household that is gone has no members either, and which of the two is missed first is not defined. */
const REFUSALS: Refusals = {
  tasks_household_fkey: householdNotFound,
  tasks_author_fkey: householdNotFound,
  occurrences_author_fkey: householdNotFound,
  occurrences_category_fkey: categoryMissing,
};
