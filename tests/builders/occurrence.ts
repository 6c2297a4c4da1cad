import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { civilDate } from '../../domain/shared/civil-date.js';
import { civilTime } from '../../domain/shared/civil-time.js';
import { anId } from './ids.js';
import { NOON } from './instants.js';

/** A new one-off task without a date, shared and unassigned. */
export function anOccurrence(
  fields: Partial<Occurrence> & Pick<Occurrence, 'householdId' | 'createdBy'>,
): Occurrence {
  return {
    id: anId(),
    taskId: anId(),
    seriesId: null,
    seriesIndex: null,
    originalDate: null,
    originalTime: null,
    title: 'Water the plants',
    notes: null,
    categoryId: null,
    visibility: 'SHARED',
    priority: 'NORMAL',
    status: 'TODO',
    date: null,
    time: null,
    durationMinutes: null,
    allDay: false,
    softDue: null,
    responsibleMemberIds: [],
    turnOf: null,
    swappedTo: null,
    balancedTo: null,
    dateReason: null,
    turnReason: null,
    skippedReason: null,
    checklist: [],
    attachmentCount: 0,
    reminders: [],
    showFrom: null,
    nag: null,
    escalateAfterMinutes: null,
    completion: 'any',
    isException: false,
    version: 1,
    syncVersion: 1,
    syncedVersion: 0,
    googleSyncStatus: 'PENDING',
    createdAt: NOON,
    updatedAt: NOON,
    statusAt: null,
    completedAt: null,
    completedBy: null,
    completedFor: null,
    doneBy: [],
    updatedBy: null,
    finishedPrivately: false,
    deletedAt: null,
    statusBeforeDeletion: null,
    ...fields,
  };
}

/** A query for everything that the viewer can see, at noon of 2026-03-10. */
export function aQuery(fields: Partial<OccurrenceQuery> & Pick<OccurrenceQuery, 'viewer'>): OccurrenceQuery {
  return {
    view: 'all',
    now: { date: civilDate('2026-03-10'), time: civilTime('12:00') },
    ...NO_FILTER,
    ...fields,
  };
}
