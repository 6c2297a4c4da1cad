import { sql } from 'kysely';
import type { PurgedTrash, TrashOf } from '../../../application/tasks/ports.js';
import type { AttachmentId } from '../../../domain/attachments/attachment.js';
import type { HouseholdId, OccurrenceId, SeriesId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../schema.js';
import { SERIES, seriesFromRow, type SeriesRow } from '../series/table.js';
import type { RecordedJournal } from '../sync/journal.js';
import { visibleTo } from './occurrence-list.js';
import { removeOccurrences } from './occurrence-removal.js';

/**
 * First the rows whose series nobody holds, which are locked before them; then, of their tasks, ended series without
 * rows, files, and the tasks themselves.
 */
export async function purgeTrash(
  db: Database,
  journal: RecordedJournal,
  before: Instant,
  limit: number,
  of: TrashOf | null,
): Promise<PurgedTrash> {
  // The job passes over what others hold and comes back; who empties the trash waits for it.
  const waiting = of === null ? sql`skip locked` : sql``;
  const isPurged = sql`deleted_at < ${timestamp(before)} ${
    of === null ? sql`` : sql`and household_id = ${of.householdId} and ${visibleTo(of.viewer)}`
  }`;
  const { rows: free } = await sql<{ household_id: HouseholdId; id: SeriesId }>`
    select household_id, id from series where (household_id, id) in (
      select household_id, series_id from occurrences where ${isPurged} limit ${limit}
    ) for update ${waiting}
  `.execute(db);
  const { rows: old } = await sql<{ householdId: HouseholdId; id: OccurrenceId }>`
    select household_id as "householdId", id from occurrences
    where ${isPurged} and (series_id is null or (household_id, series_id) in (
      select held.household_id, held.id from unnest(
        ${free.map((row) => row.household_id)}::uuid[], ${free.map((row) => row.id)}::uuid[]
      ) as held(household_id, id)
    ))
    limit ${limit} for update ${waiting}
  `.execute(db);
  const gone = await removeOccurrences(db, journal, old);
  if (gone.length === 0) return { count: 0, files: [] };
  const tasks = sql`(select distinct household_id, task_id from unnest(
    ${gone.map((row) => row.householdId)}::uuid[], ${gone.map((row) => row.taskId)}::uuid[]
  ) as gone(household_id, task_id))`;
  const { rows: series } = await sql<SeriesRow>`
    delete from series s using ${tasks} g
    where s.household_id = g.household_id and s.task_id = g.task_id and s.ended_at is not null and not exists (
      select from occurrences o where o.household_id = s.household_id and o.series_id = s.id
    )
    returning ${SERIES.select('s')}
  `.execute(db);
  journal.removed('series', series.map(seriesFromRow));
  const isEmpty = sql`not exists (
      select from occurrences o where o.household_id = g.household_id and o.task_id = g.task_id
    ) and not exists (select from series s where s.household_id = g.household_id and s.task_id = g.task_id)`;
  const { rows: files } = await sql<{ household_id: HouseholdId; id: AttachmentId }>`
    delete from attachments a using ${tasks} g
    where a.household_id = g.household_id and a.task_id = g.task_id and ${isEmpty}
    returning a.household_id, a.id
  `.execute(db);
  await sql`
    delete from tasks t using ${tasks} g
    where t.household_id = g.household_id and t.id = g.task_id and ${isEmpty}
  `.execute(db);
  return {
    count: gone.length,
    files: [...Map.groupBy(files, (row) => row.household_id)].map(([householdId, own]) => ({
      householdId,
      fileIds: own.map(({ id }) => id),
    })),
  };
}
