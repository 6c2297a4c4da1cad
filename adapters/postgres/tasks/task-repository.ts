import { sql } from 'kysely';
import type { TaskRepository } from '../../../application/tasks/ports.js';
import type { HouseholdId, TaskId } from '../../../domain/shared/ids.js';
import type { ClientIds } from '../../../domain/tasks/draft.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Visibility } from '../../../domain/shared/visibility.js';
import type { RetiredId } from '../../../domain/sync/journal.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Task } from '../../../domain/tasks/task.js';
import { lockSeriesTerms, SERIES_LOCKED, updateRow } from '../database.js';
import { OCCURRENCE_COLUMNS, occurrenceFromRow, type OccurrenceRow } from './table.js';
import { deleteUnlockedRows } from '../unlocked-rows.js';
import { timestamp } from '../field-map.js';
import { RETIRED_IDS, TASKS } from '../schema.js';
import { JournaledRepository } from '../sync/journal.js';
import { SERIES_COLUMNS, seriesFromRow, type SeriesTableRow } from '../series/table.js';

export class PostgresTaskRepository extends JournaledRepository implements TaskRepository {
  async insert(task: Task): Promise<void> {
    await this.db.insertInto('tasks').values(TASKS.toRow(task)).execute();
  }

  async seriesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly SeriesRecord[]> {
    const { rows } = await sql<SeriesTableRow>`
      with ${lockSeriesTerms(householdId, sql`task_id = ${id}`)}
      select ${SERIES_COLUMNS} from series s
      where ${SERIES_LOCKED} and household_id = ${householdId} and task_id = ${id}
      order by id for no key update
    `.execute(this.db);
    return this.journal.locked('series', rows.map(seriesFromRow));
  }

  async occurrencesForUpdate(householdId: HouseholdId, id: TaskId): Promise<readonly Occurrence[]> {
    const { rows } = await sql<OccurrenceRow>`
      select ${OCCURRENCE_COLUMNS} from occurrences where household_id = ${householdId} and task_id = ${id}
      order by id for no key update
    `.execute(this.db);
    return this.journal.locked('occurrence', rows.map(occurrenceFromRow));
  }

  async restore(tasks: readonly Task[]): Promise<void> {
    if (tasks.length === 0) return;
    await this.db
      .insertInto('tasks')
      .values(tasks.map(TASKS.toRow))
      .onConflict((conflict) =>
        conflict
          .columns(['household_id', 'id'])
          .doUpdateSet((excluded) => ({ visibility: excluded.ref('excluded.visibility') })),
      )
      .execute();
  }

  async removeEmpty(householdId: HouseholdId, ids: readonly TaskId[]): Promise<void> {
    if (ids.length === 0) return;
    await sql`
      delete from tasks t where t.household_id = ${householdId} and t.id = any(${ids}::uuid[])
        and not exists (select from series s where s.household_id = t.household_id and s.task_id = t.id)
        and not exists (select from occurrences o where o.household_id = t.household_id and o.task_id = t.id)
        and not exists (
          select from attachments a
          where a.household_id = t.household_id and a.task_id = t.id and a.sha256 is not null
        )
    `.execute(this.db);
  }

  async isTaken(
    householdId: HouseholdId,
    { occurrenceId, taskId }: Pick<ClientIds, 'occurrenceId' | 'taskId'>,
  ): Promise<boolean> {
    const { rows } = await sql`
      select 1 from occurrences where household_id = ${householdId} and id = ${occurrenceId}
      union all
      select 1 from tasks where household_id = ${householdId} and id = ${taskId}
      union all
      select 1 from retired_ids where household_id = ${householdId}
        and ((id = ${occurrenceId} and kind = 'occurrence') or (id = ${taskId} and kind = 'task'))
    `.execute(this.db);
    return rows.length > 0;
  }

  async retire(ids: readonly RetiredId[]): Promise<void> {
    for (const own of Map.groupBy(ids, ({ householdId }) => householdId).values())
      await this.db
        .insertInto('retired_ids')
        // All transactions insert these rows in the order of their ids, so they cannot deadlock.
        .values(own.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(RETIRED_IDS.toRow))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }

  async forgetRetired(now: Instant, limit: number): Promise<number> {
    const isExpired = sql`expires_at <= ${timestamp(now)}`;
    return deleteUnlockedRows(this.db, 'retired_ids', isExpired, limit);
  }

  async saveVisibility(householdId: HouseholdId, id: TaskId, visibility: Visibility): Promise<void> {
    await updateRow(this.db, 'tasks', { household_id: householdId, id, visibility });
  }
}
