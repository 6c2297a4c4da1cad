import { sql, type Insertable, type Selectable } from 'kysely';
import { remindOn } from '../../../domain/notifications/reminders.js';
import { PRIORITIES, type Occurrence, type Priority } from '../../../domain/tasks/occurrence.js';
import { searchTextOf, writtenTextOf } from '../../../domain/tasks/views.js';
import { columnsOf } from '../columns.js';
import { nullableTimestamp, timestamp, type OccurrencesTable } from '../schema.js';

export type OccurrenceRow = Selectable<
  Omit<OccurrencesTable, 'search_text' | 'remind_on' | 'sort_date' | 'sort_minute' | 'sort_due'>
>;

const COLUMNS = [
  'household_id',
  'id',
  'task_id',
  'series_id',
  'series_index',
  'original_date',
  'title',
  'notes',
  'category_id',
  'visibility',
  'priority',
  'status',
  'date',
  'time',
  'duration_minutes',
  'all_day',
  'soft_due_kind',
  'soft_due_by',
  'responsible_member_ids',
  'turn_reason',
  'skipped_reason',
  'checklist',
  'attachment_count',
  'reminders',
  'is_exception',
  'version',
  'sync_version',
  'synced_version',
  'google_sync_status',
  'created_by',
  'created_at',
  'updated_at',
  'status_at',
  'completed_at',
  'completed_by',
  'completed_for',
  'finished_privately',
  'deleted_at',
  'status_before_deletion',
] as const satisfies readonly (keyof OccurrenceRow)[];

/** All that {@link occurrenceOf} reads. */
export const OCCURRENCE_COLUMNS = columnsOf(COLUMNS);

export function occurrenceRowOf(occurrence: Occurrence): Insertable<OccurrencesTable> {
  return {
    household_id: occurrence.householdId,
    id: occurrence.id,
    task_id: occurrence.taskId,
    series_id: occurrence.seriesId,
    series_index: occurrence.seriesIndex,
    original_date: occurrence.originalDate,
    title: occurrence.title,
    notes: occurrence.notes,
    search_text: storedSearchText(occurrence),
    category_id: occurrence.categoryId,
    visibility: occurrence.visibility,
    priority: PRIORITIES.indexOf(occurrence.priority),
    status: occurrence.status,
    date: occurrence.date,
    time: occurrence.time,
    duration_minutes: occurrence.durationMinutes,
    all_day: occurrence.allDay,
    soft_due_kind: occurrence.softDue?.kind ?? null,
    soft_due_by: occurrence.softDue?.by ?? null,
    responsible_member_ids: occurrence.responsibleMemberIds,
    turn_reason: occurrence.turnReason,
    skipped_reason: occurrence.skippedReason,
    checklist: JSON.stringify(occurrence.checklist),
    attachment_count: occurrence.attachmentCount,
    reminders: occurrence.reminders,
    remind_on: remindOn(occurrence),
    is_exception: occurrence.isException,
    version: occurrence.version,
    sync_version: occurrence.syncVersion,
    synced_version: occurrence.syncedVersion,
    google_sync_status: occurrence.googleSyncStatus,
    created_by: occurrence.createdBy,
    created_at: timestamp(occurrence.createdAt),
    updated_at: timestamp(occurrence.updatedAt),
    status_at: nullableTimestamp(occurrence.statusAt),
    completed_at: nullableTimestamp(occurrence.completedAt),
    completed_by: occurrence.completedBy,
    completed_for: occurrence.completedFor,
    finished_privately: occurrence.finishedPrivately,
    deleted_at: nullableTimestamp(occurrence.deletedAt),
    status_before_deletion: occurrence.statusBeforeDeletion,
  };
}

/** What is searched, in SQL; in the collation `C` only the capitals of ASCII have small letters. */
export const SEARCH_TEXT = sql`coalesce(search_text, lower(concat_ws(E'\\n', title, notes) collate "C"))`;

/** Most text folds to its small letters, which a search makes by itself: it is not stored twice. */
function storedSearchText(occurrence: Occurrence): string | null {
  const folded = searchTextOf(occurrence);
  const smallLetters = writtenTextOf(occurrence).replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return folded === smallLetters ? null : folded;
}

export function occurrenceOf(row: OccurrenceRow): Occurrence {
  return {
    id: row.id,
    householdId: row.household_id,
    taskId: row.task_id,
    seriesId: row.series_id,
    seriesIndex: row.series_index,
    originalDate: row.original_date,
    title: row.title,
    notes: row.notes,
    categoryId: row.category_id,
    visibility: row.visibility,
    priority: PRIORITIES[row.priority] as Priority,
    status: row.status,
    date: row.date,
    time: row.time,
    durationMinutes: row.duration_minutes,
    allDay: row.all_day,
    softDue:
      row.soft_due_kind === null || row.soft_due_by === null
        ? null
        : { kind: row.soft_due_kind, by: row.soft_due_by },
    responsibleMemberIds: row.responsible_member_ids,
    turnReason: row.turn_reason,
    skippedReason: row.skipped_reason,
    checklist: row.checklist,
    attachmentCount: row.attachment_count,
    reminders: row.reminders,
    isException: row.is_exception,
    version: row.version,
    syncVersion: row.sync_version,
    syncedVersion: row.synced_version,
    googleSyncStatus: row.google_sync_status,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    statusAt: row.status_at,
    completedAt: row.completed_at,
    completedBy: row.completed_by,
    completedFor: row.completed_for,
    finishedPrivately: row.finished_privately,
    deletedAt: row.deleted_at,
    statusBeforeDeletion: row.status_before_deletion,
  };
}
