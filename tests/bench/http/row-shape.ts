import type pg from 'pg';
import type { OccurrenceDto } from '../../../adapters/http/tasks/present.js';

/**
 * The time zone of the household in this benchmark. It has rules like any other, but its offset is always the
 * same, so the floor does not have to compute it.
 */
export const TIME_ZONE = 'Asia/Tokyo';
const OFFSET_MS = 9 * 3_600_000;
const DAY_MS = 86_400_000;

const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'];

/** Returns a row of `occurrences` as the API shows it, with the shortest possible code. */
export function shapeOf(row: pg.QueryResultRow | undefined): {
  readonly [Field in keyof OccurrenceDto]: unknown;
} {
  if (row === undefined) throw new Error('No such row');
  const { date, time } = row as { date: string | null; time: string | null };
  const checklist = row['checklist'] as { id: string; title: string; done: boolean }[];
  const startsAt = date === null ? null : Date.parse(`${date}T${time ?? '00:00'}Z`) - OFFSET_MS;
  const length = time === null ? DAY_MS : ((row['durationMinutes'] as number | null) ?? 0) * 60_000;
  const overdueFrom =
    startsAt === null || row['status'] !== 'TODO' ? null : startsAt + (time === null ? DAY_MS : 60_000);
  const completedFor = row['completedFor'] as string | null;
  // In this benchmark no task is done by several members together.
  const doneBy = completedFor === null ? [] : [{ memberId: completedFor, at: row['completedAt'] as unknown }];
  return {
    id: row['id'],
    householdId: row['householdId'],
    taskId: row['taskId'],
    seriesId: row['seriesId'],
    seriesIndex: row['seriesIndex'],
    originalDate: row['originalDate'],
    title: row['title'],
    notes: row['notes'],
    categoryId: row['categoryId'],
    visibility: row['visibility'],
    priority: PRIORITIES[row['priority'] as number],
    time,
    durationMinutes: row['durationMinutes'],
    reminders: row['reminders'],
    showFrom: row['showFrom'],
    nag: row['nag'],
    escalateAfterMinutes: row['escalateAfterMinutes'],
    completion: row['completion'],
    status: row['status'],
    date,
    dateReason: row['dateReason'],
    allDay: row['allDay'],
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    endsAt: startsAt === null ? null : new Date(startsAt + length).toISOString(),
    softDue: row['softDue'],
    responsibleMemberIds: row['responsibleMemberIds'],
    together: (row['responsibleMemberIds'] as string[]).length > 1,
    turnReason: row['turnReason'],
    turnOf: row['turnOf'],
    skippedReason: row['skippedReason'],
    checklist: checklist.map(({ id, title, done }, position) => ({ id, title, done, position })),
    checklistProgress: {
      done: checklist.reduce((sum, { done }) => sum + Number(done), 0),
      total: checklist.length,
    },
    attachmentCount: row['attachmentCount'],
    isException: row['isException'],
    overdue: false,
    overdueFrom: overdueFrom === null ? null : new Date(overdueFrom).toISOString(),
    version: row['version'],
    syncVersion: row['syncVersion'],
    syncedVersion: row['syncedVersion'],
    googleSyncStatus: row['googleSyncStatus'],
    createdBy: row['createdBy'],
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
    updatedBy: row['updatedBy'],
    completedAt: row['completedAt'],
    completedBy: row['completedBy'],
    completedFor,
    completedForIds: completedFor === null ? [] : doneBy.map(({ memberId }) => memberId),
    doneBy,
    deletedAt: row['deletedAt'],
  };
}
