import type { OccurrenceDto } from '../../../adapters/http/tasks/present.js';
import type { TaskColumn } from './floor-tables.js';

/**
 * The time zone of the household in this benchmark. It has rules like any other, but its offset is always the
 * same, so the floor does not have to compute it.
 */
export const TIME_ZONE = 'Asia/Tokyo';
const OFFSET_MS = 9 * 3_600_000;
const DAY_MS = 86_400_000;

export const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'];

/** Returns a row of the floor's `tasks` as the API shows it, with the shortest possible code. */
export function shapeOf(row: Readonly<Record<TaskColumn, unknown>>): {
  readonly [Field in keyof OccurrenceDto]: unknown;
} {
  const { date, time } = row as { date: string | null; time: string | null };
  const checklist = row.checklist as { id: string; title: string; done: boolean }[];
  const startsAt = date === null ? null : Date.parse(`${date}T${time ?? '00:00'}Z`) - OFFSET_MS;
  const length = time === null ? DAY_MS : ((row.duration_minutes as number | null) ?? 0) * 60_000;
  const overdueFrom =
    startsAt === null || row.status !== 'TODO' ? null : startsAt + (time === null ? DAY_MS : 60_000);
  const completedFor = row.completed_for as string | null;
  // In this benchmark no task is done by several members together.
  const doneBy = completedFor === null ? [] : [{ memberId: completedFor, at: row.completed_at as unknown }];
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
    priority: PRIORITIES[row.priority as number],
    time,
    durationMinutes: row.duration_minutes,
    reminders: row.reminders,
    showFrom: row.show_from,
    nag: row.nag,
    escalateAfterMinutes: row.escalate_after_minutes,
    completion: row.completion,
    status: row.status,
    date,
    dateReason: row.date_reason,
    allDay: row.all_day,
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    endsAt: startsAt === null ? null : new Date(startsAt + length).toISOString(),
    softDue: row.soft_due_kind === null ? null : { kind: row.soft_due_kind, by: row.soft_due_by },
    responsibleMemberIds: row.responsible_member_ids,
    together: (row.responsible_member_ids as string[]).length > 1,
    turnReason: row.turn_reason,
    turnOf: row.turn_of,
    skippedReason: row.skipped_reason,
    checklist: checklist.map(({ id, title, done }, position) => ({ id, title, done, position })),
    checklistProgress: {
      done: checklist.reduce((sum, { done }) => sum + Number(done), 0),
      total: checklist.length,
    },
    attachmentCount: row.attachment_count,
    isException: row.is_exception,
    overdue: false,
    overdueFrom: overdueFrom === null ? null : new Date(overdueFrom).toISOString(),
    version: row.version,
    syncVersion: row.sync_version,
    syncedVersion: row.synced_version,
    googleSyncStatus: row.google_sync_status,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    completedAt: row.completed_at,
    completedBy: row.completed_by,
    completedFor,
    completedForIds: completedFor === null ? [] : doneBy.map(({ memberId }) => memberId),
    doneBy,
    deletedAt: row.deleted_at,
  };
}
