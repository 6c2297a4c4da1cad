import { sql, type RawBuilder } from 'kysely';
import type {
  AttachmentRepository,
  Reservation,
  StorageUsage,
} from '../../../application/attachments/ports.js';
import type { Attachment, AttachmentId } from '../../../domain/attachments/attachment.js';
import type { HouseholdId, MemberId, TaskId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, cutPage, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { findSoleAuthor, type Stamp } from '../../../domain/tasks/occurrence.js';
import { lockSeriesTerms, SERIES_LOCKED } from '../database.js';
import { timestamp } from '../field-map.js';
import { createdAfter } from '../newest-first.js';
import { JournaledRepository } from '../sync/journal.js';
import { OCCURRENCES, occurrenceFromRow, type OccurrenceRow } from '../tasks/table.js';
import { visibleTo } from '../tasks/occurrence-list.js';
import { deleteUnlockedRows } from '../unlocked-rows.js';
import { ATTACHMENTS } from '../schema.js';

export class PostgresAttachmentRepository extends JournaledRepository implements AttachmentRepository {
  async list(householdId: HouseholdId, taskId: TaskId, page: PageRequest): Promise<Page<Attachment>> {
    return this.#page(sql`household_id = ${householdId} and task_id = ${taskId}`, page);
  }

  async listSeen(householdId: HouseholdId, viewer: MemberId, page: PageRequest): Promise<Page<Attachment>> {
    return this.#page(sql`household_id = ${householdId} and ${seenBy(householdId, viewer)}`, page);
  }

  async find(householdId: HouseholdId, id: AttachmentId, viewer: MemberId): Promise<Attachment | null> {
    return this.findFirst(sql<Attachment>`
      select ${ATTACHMENTS.select()} from attachments a
      where household_id = ${householdId} and id = ${id} and sha256 is not null and ${seenBy(householdId, viewer)}
    `);
  }

  async usage(householdId: HouseholdId, taskId: TaskId): Promise<StorageUsage> {
    const { rows } = await sql<StorageUsage>`
      select coalesce(sum(size), 0)::float8 as bytes,
        coalesce(sum(size) filter (where sha256 is not null), 0)::float8 as "storedBytes",
        (count(*) filter (where task_id = ${taskId}))::int as files
      from attachments where household_id = ${householdId}
    `.execute(this.db);
    return rows[0] ?? { bytes: 0, storedBytes: 0, files: 0 };
  }

  async reserve(place: Reservation): Promise<void> {
    await this.db
      .insertInto('attachments')
      .values({
        household_id: place.householdId,
        id: place.id,
        task_id: place.taskId,
        size: place.size,
        created_by: place.createdBy,
        created_at: timestamp(place.createdAt),
      })
      .execute();
  }

  async complete({ householdId, id, ...file }: Attachment): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('attachments')
      .set({
        file_name: file.fileName,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
      })
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .where('sha256', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(householdId: HouseholdId, id: AttachmentId): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('attachments')
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async saveFileCount(
    householdId: HouseholdId,
    taskId: TaskId,
    { now, by }: Stamp,
  ): Promise<MemberId | null> {
    const { rows } = await sql<OccurrenceRow & { readonly files: number }>`
      with ${lockSeriesTerms(householdId, sql`task_id = ${taskId}`)},
      locked_rows as materialized (
        select ${OCCURRENCES.select()} from occurrences
        where ${SERIES_LOCKED} and household_id = ${householdId} and task_id = ${taskId}
        order by id for no key update
      )
      update occurrences o
      set attachment_count = (
          select count(*) from attachments a
          where a.household_id = ${householdId} and a.task_id = ${taskId} and a.sha256 is not null
        ), version = o.version + 1, updated_at = ${timestamp(now)}, updated_by = ${by}::uuid
      from locked_rows where o.household_id = ${householdId} and o.id = locked_rows.id
      returning ${OCCURRENCES.fields('locked_rows')}, o.attachment_count as files
    `.execute(this.db);
    for (const { files, ...row } of rows) {
      const before = occurrenceFromRow(row);
      this.journal.note('occurrence', before, {
        ...before,
        attachmentCount: files,
        version: before.version + 1,
        updatedAt: now,
        updatedBy: by,
      });
    }
    return findSoleAuthor(rows);
  }

  async countOf(householdId: HouseholdId, taskIds: readonly TaskId[]): Promise<ReadonlyMap<TaskId, number>> {
    if (taskIds.length === 0) return new Map();
    const { rows } = await sql<{ id: TaskId; count: number }>`
      select task_id as id, count(*)::int as count from attachments
      where household_id = ${householdId} and task_id = any(${taskIds}::uuid[]) and sha256 is not null
      group by task_id
    `.execute(this.db);
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  async removePersonal(householdId: HouseholdId, member: MemberId): Promise<readonly AttachmentId[]> {
    const { rows } = await sql<{ id: AttachmentId }>`
      delete from attachments a using tasks t
      where a.household_id = ${householdId} and t.household_id = a.household_id and t.id = a.task_id
        and t.visibility = 'PERSONAL' and t.created_by = ${member}
      returning a.id
    `.execute(this.db);
    return rows.map(({ id }) => id);
  }

  async purgeReservations(before: Instant, limit: number): Promise<number> {
    const isForgotten = sql`sha256 is null and created_at < ${timestamp(before)}`;
    return deleteUnlockedRows(this.db, 'attachments', isForgotten, limit);
  }

  async known(householdId: HouseholdId, ids: readonly AttachmentId[]): Promise<ReadonlySet<AttachmentId>> {
    const { rows } = await sql<{ id: AttachmentId }>`
      select id from attachments where household_id = ${householdId} and id = any(${ids}::uuid[])
    `.execute(this.db);
    return new Set(rows.map(({ id }) => id));
  }

  async #page(which: RawBuilder<unknown>, { limit, after }: PageRequest): Promise<Page<Attachment>> {
    const { rows } = await sql<Attachment>`
      select ${ATTACHMENTS.select()} from attachments a
      where ${which} and sha256 is not null ${createdAfter(after)}
      order by created_at desc, id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows, limit, newestFirst);
  }
}

function seenBy(householdId: HouseholdId, viewer: MemberId): RawBuilder<unknown> {
  return sql`exists (
    select from occurrences
    where household_id = ${householdId} and task_id = a.task_id and deleted_at is null and ${visibleTo(viewer)}
  )`;
}
