import type { Insertable, Selectable } from 'kysely';
import { PRIORITIES, type Priority } from '../../../domain/tasks/occurrence.js';
import { consistentRecord, type SeriesRecord } from '../../../domain/series/series-record.js';
import { columnsOf } from '../columns.js';
import { nullableTimestamp, timestamp, type SeriesTable } from '../schema.js';

export type SeriesRow = Selectable<SeriesTable>;

const COLUMNS = [
  'household_id',
  'id',
  'task_id',
  'recurrence',
  'start_date',
  'start_index',
  'segments',
  'missed',
  'title',
  'notes',
  'category_id',
  'visibility',
  'priority',
  'time',
  'duration_minutes',
  'all_day',
  'reminders',
  'checklist',
  'horizon',
  'next_index',
  'excluded_dates',
  'ends_before',
  'version',
  'created_by',
  'created_at',
  'ended_at',
] as const satisfies readonly (keyof SeriesRow)[];

/** Of the table under the alias `s`: all that {@link seriesOf} reads. */
export const SERIES_COLUMNS = columnsOf(COLUMNS, 's');

export function seriesRowOf(series: SeriesRecord): Insertable<SeriesTable> {
  const { template, endedAt } = consistentRecord(series);
  return {
    household_id: series.householdId,
    id: series.id,
    task_id: series.taskId,
    recurrence: JSON.stringify(series.recurrence),
    start_date: series.start,
    start_index: series.startIndex,
    segments: JSON.stringify(series.segments),
    missed: series.missed,
    title: template.title,
    notes: template.notes,
    category_id: template.categoryId,
    visibility: template.visibility,
    priority: PRIORITIES.indexOf(template.priority),
    time: template.time,
    duration_minutes: template.durationMinutes,
    all_day: template.allDay,
    reminders: template.reminders,
    checklist: JSON.stringify(template.checklist),
    horizon: series.horizon,
    next_index: series.nextIndex,
    excluded_dates: JSON.stringify(series.excludedDates),
    ends_before: series.endsBefore,
    version: series.version,
    created_by: series.createdBy,
    created_at: timestamp(series.createdAt),
    ended_at: nullableTimestamp(endedAt),
  };
}

export function seriesOf(row: SeriesRow): SeriesRecord {
  return {
    id: row.id,
    householdId: row.household_id,
    taskId: row.task_id,
    recurrence: row.recurrence,
    start: row.start_date,
    startIndex: row.start_index,
    segments: row.segments,
    missed: row.missed,
    template: {
      title: row.title,
      notes: row.notes,
      categoryId: row.category_id,
      visibility: row.visibility,
      priority: PRIORITIES[row.priority] as Priority,
      time: row.time,
      durationMinutes: row.duration_minutes,
      allDay: row.all_day,
      reminders: row.reminders,
      checklist: row.checklist,
    },
    horizon: row.horizon,
    nextIndex: row.next_index,
    excludedDates: row.excluded_dates,
    endsBefore: row.ends_before,
    version: row.version,
    ended: row.ended_at !== null,
    createdBy: row.created_by,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
