import { sql, type RawBuilder } from 'kysely';
import type { PurgedTrash, MemberTrash } from '../../../application/tasks/ports.js';
import type { AttachmentId } from '../../../domain/attachments/attachment.js';
import type { HouseholdId, OccurrenceId, SeriesId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import type { Database } from '../database.js';
import { timestamp } from '../field-map.js';
import { removeSeriesStatement } from '../series/series-removal.js';
import { seriesFromRow } from '../series/table.js';
import type { RecordedJournal } from '../sync/journal.js';
import { visibleTo } from './occurrence-list.js';
import { removeOccurrences } from './occurrence-removal.js';

/**
 * Deletes old occurrences from the trash, one household after the other. The regular job skips rows that other
 * transactions have locked, and deletes them in its next run. If a member empties the trash, the deletion waits
 * for the locks.
 */
export async function purgeTrashRows(
  db: Database,
  journal: RecordedJournal,
  before: Instant,
  limit: number,
  of: MemberTrash | null,
): Promise<PurgedTrash> {
  const isOld = sql`deleted_at < ${timestamp(before)}`;
  if (of !== null) {
    const isPurged = sql`${isOld} and ${visibleTo(of.viewer)}`;
    return purgeHousehold(db, journal, of.householdId, { isPurged, waiting: sql``, limit });
  }
  const { rows } = await sql<{ household_id: HouseholdId; count: number }>`
    select household_id, count(*)::int as count from (
      select household_id from occurrences where ${isOld} limit ${limit}
    ) old group by household_id order by household_id
  `.execute(db);
  const purged: PurgedTrash[] = [];
  for (const { household_id: home, count } of rows)
    purged.push(
      await purgeHousehold(db, journal, home, { isPurged: isOld, waiting: sql`skip locked`, limit: count }),
    );
  return {
    count: purged.reduce((sum, { count }) => sum + count, 0),
    files: purged.flatMap(({ files }) => files),
  };
}

type Purge = {
  readonly isPurged: RawBuilder<unknown>;
  readonly waiting: RawBuilder<unknown>;
  readonly limit: number;
};

/**
 * Deletes old occurrences of a household from the trash. It locks their series before the occurrences. Then it
 * deletes their series that have ended and have no occurrences left. Finally it deletes their tasks that have neither
 * occurrences nor series left, with the files of these tasks.
 */
async function purgeHousehold(
  db: Database,
  journal: RecordedJournal,
  householdId: HouseholdId,
  { isPurged, waiting, limit }: Purge,
): Promise<PurgedTrash> {
  const isHere = sql`household_id = ${householdId}`;
  const { rows: free } = await sql<{ id: SeriesId }>`
    select id from series where ${isHere} and id in (
      select series_id from occurrences where ${isHere} and ${isPurged} limit ${limit}
    ) for update ${waiting}
  `.execute(db);
  const { rows: old } = await sql<{ id: OccurrenceId }>`
    select id from occurrences
    where ${isHere} and ${isPurged} and (series_id is null or series_id = any(${free.map(({ id }) => id)}::uuid[]))
    limit ${limit} for update ${waiting}
  `.execute(db);
  const gone = await removeOccurrences(
    db,
    journal,
    householdId,
    old.map(({ id }) => id),
  );
  if (gone.length === 0) return { count: 0, files: [] };
  const tasks = [...new Set(gone.map(({ taskId }) => taskId))];
  const { rows: series } = await removeSeriesStatement(
    householdId,
    sql`s.task_id = any(${tasks}::uuid[]) and s.ended_at is not null
      and not exists (select from occurrences o where o.household_id = ${householdId} and o.series_id = s.id)`,
  ).execute(db);
  journal.removed('series', series.map(seriesFromRow));
  const isEmpty = (task: string) => sql`
    not exists (select from occurrences o where o.household_id = ${householdId} and o.task_id = ${sql.ref(task)})
      and not exists (select from series s where s.household_id = ${householdId} and s.task_id = ${sql.ref(task)})`;
  const { rows: files } = await sql<{ id: AttachmentId }>`
    delete from attachments a
    where a.household_id = ${householdId} and a.task_id = any(${tasks}::uuid[]) and ${isEmpty('a.task_id')}
    returning a.id
  `.execute(db);
  await sql`
    delete from tasks t
    where t.household_id = ${householdId} and t.id = any(${tasks}::uuid[]) and ${isEmpty('t.id')}
  `.execute(db);
  const fileIds = files.map(({ id }) => id);
  return { count: gone.length, files: fileIds.length === 0 ? [] : [{ householdId, fileIds }] };
}
