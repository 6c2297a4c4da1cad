import { Type, type Static } from 'typebox';
import type { Household } from '../../../domain/households/household.js';
import { civilMomentAt, type CivilMoment, type Instant, type TimeZone } from '../../../domain/shared/zone.js';
import { checklistProgress } from '../../../domain/tasks/checklist.js';
import {
  GOOGLE_SYNC_STATUSES,
  PRIORITIES,
  SKIPPED_REASONS,
  STATUSES,
  TURN_REASONS,
  VISIBILITIES,
  type Occurrence,
} from '../../../domain/tasks/occurrence.js';
import { instantsOf, isOverdue } from '../../../domain/tasks/schedule.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import { JsonRows } from '../json-rows.js';
import { date, instant, nullable, oneOf, presentInstant, time, uuid } from '../schema/common.js';

export const OccurrenceDto = Type.Object(
  {
    id: uuid(),
    householdId: uuid(),
    taskId: uuid(),
    seriesId: nullable(uuid()),
    seriesIndex: nullable(Type.Integer()),
    originalDate: nullable(date()),
    title: Type.String(),
    notes: nullable(Type.String()),
    categoryId: nullable(uuid()),
    visibility: oneOf(VISIBILITIES),
    priority: oneOf(PRIORITIES),
    status: oneOf(STATUSES),
    date: nullable(date()),
    time: nullable(time()),
    durationMinutes: nullable(Type.Integer()),
    allDay: Type.Boolean(),
    startsAt: nullable(instant()),
    endsAt: nullable(instant()),
    softDue: nullable(Type.Object({ kind: oneOf(SOFT_DUE_KINDS), by: date() })),
    responsibleMemberIds: Type.Array(uuid()),
    together: Type.Boolean(),
    turnReason: nullable(oneOf(TURN_REASONS)),
    skippedReason: nullable(oneOf(SKIPPED_REASONS)),
    checklist: Type.Array(
      Type.Object({ id: uuid(), title: Type.String(), done: Type.Boolean(), position: Type.Integer() }),
    ),
    checklistProgress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    attachmentCount: Type.Integer(),
    reminders: Type.Array(Type.Integer()),
    isException: Type.Boolean(),
    overdue: Type.Boolean(),
    version: Type.Integer(),
    syncVersion: Type.Integer(),
    syncedVersion: Type.Integer(),
    googleSyncStatus: oneOf(GOOGLE_SYNC_STATUSES),
    createdBy: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
    completedAt: nullable(instant()),
    completedBy: nullable(uuid()),
    completedFor: nullable(uuid()),
    deletedAt: nullable(instant()),
  },
  { title: 'OccurrenceDto' },
);
export type OccurrenceDto = Static<typeof OccurrenceDto>;

export function presentOccurrence(
  occurrence: Occurrence,
  { timeZone }: Pick<Household, 'timeZone'>,
  now: Instant,
): OccurrenceDto {
  return present(occurrence, timeZone, civilMomentAt(timeZone, now));
}

/** A whole list reads the clock on the wall once; `occurrences` is empty afterwards. */
export function presentOccurrences(
  occurrences: Occurrence[],
  { timeZone }: Pick<Household, 'timeZone'>,
  now: Instant,
): JsonRows {
  const moment = civilMomentAt(timeZone, now);
  return JsonRows.of(occurrences, (occurrence) => present(occurrence, timeZone, moment));
}

function present(occurrence: Occurrence, zone: TimeZone, now: CivilMoment): OccurrenceDto {
  const { startsAt, endsAt } = instantsOf(occurrence, zone);
  return {
    id: occurrence.id,
    householdId: occurrence.householdId,
    taskId: occurrence.taskId,
    seriesId: occurrence.seriesId,
    seriesIndex: occurrence.seriesIndex,
    originalDate: occurrence.originalDate,
    title: occurrence.title,
    notes: occurrence.notes,
    categoryId: occurrence.categoryId,
    visibility: occurrence.visibility,
    priority: occurrence.priority,
    status: occurrence.status,
    date: occurrence.date,
    time: occurrence.time,
    durationMinutes: occurrence.durationMinutes,
    allDay: occurrence.allDay,
    startsAt: presentInstant(startsAt),
    endsAt: presentInstant(endsAt),
    softDue: occurrence.softDue && { kind: occurrence.softDue.kind, by: occurrence.softDue.by },
    responsibleMemberIds: [...occurrence.responsibleMemberIds],
    together: occurrence.responsibleMemberIds.length > 1,
    turnReason: occurrence.turnReason,
    skippedReason: occurrence.skippedReason,
    checklist: occurrence.checklist.map(({ id, title, done }, position) => ({ id, title, done, position })),
    checklistProgress: checklistProgress(occurrence.checklist),
    attachmentCount: occurrence.attachmentCount,
    reminders: [...occurrence.reminders],
    isException: occurrence.isException,
    overdue: isOverdue(occurrence, now),
    version: occurrence.version,
    syncVersion: occurrence.syncVersion,
    syncedVersion: occurrence.syncedVersion,
    googleSyncStatus: occurrence.googleSyncStatus,
    createdBy: occurrence.createdBy,
    createdAt: presentInstant(occurrence.createdAt),
    updatedAt: presentInstant(occurrence.updatedAt),
    completedAt: presentInstant(occurrence.completedAt),
    completedBy: occurrence.completedBy,
    completedFor: occurrence.completedFor,
    deletedAt: presentInstant(occurrence.deletedAt),
  };
}
