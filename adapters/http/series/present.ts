import { Type, type Static } from 'typebox';
import type { RecurrencePreview as Preview } from '../../../application/series/preview-recurrence.js';
import type { SeriesView } from '../../../application/series/list-series.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import { civilMomentAt, type TimeZone } from '../../../domain/shared/zone.js';
import { PRIORITIES, STATUSES, VISIBILITIES, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { isRule } from '../../../domain/series/series-dates.js';
import { MISSED_POLICIES } from '../../../domain/series/series.js';
import { SWAP_STATUSES, type Swap } from '../../../domain/series/swap.js';
import { date, instant, nullable, oneOf, presentInstant, time, uuid } from '../schema/common.js';
import { Recurrence, Rotation } from './recurrence-schema.js';

export const SeriesDto = Type.Object(
  {
    id: uuid(),
    taskId: uuid(),
    title: Type.String(),
    notes: nullable(Type.String()),
    categoryId: nullable(uuid()),
    visibility: oneOf(VISIBILITIES),
    priority: oneOf(PRIORITIES),
    recurrence: Recurrence,
    rrule: nullable(Type.String({ description: 'RFC 5545; null for a recurrence after completion' })),
    startDate: date(),
    time: nullable(time()),
    durationMinutes: nullable(Type.Integer()),
    reminders: Type.Array(Type.Integer()),
    rotation: nullable(Rotation),
    missed: oneOf(MISSED_POLICIES),
    nextDates: Type.Array(date(), { maxItems: 5 }),
    horizon: date(),
    endedAt: nullable(instant()),
    createdBy: uuid(),
    createdAt: instant(),
  },
  { title: 'SeriesDto' },
);

export const SeriesHistoryEntry = Type.Object(
  {
    occurrenceId: uuid(),
    date: nullable(date()),
    status: oneOf(STATUSES),
    completedAt: nullable(instant()),
    completedBy: nullable(uuid()),
    completedFor: nullable(uuid()),
    late: Type.Boolean(),
  },
  { title: 'SeriesHistoryEntry' },
);

export const RecurrencePreview = Type.Object(
  {
    rrule: nullable(Type.String()),
    dates: Type.Array(
      Type.Object({ date: date(), index: Type.Integer(), responsibleMemberIds: Type.Array(uuid()) }),
    ),
  },
  { title: 'RecurrencePreview' },
);

export const SwapDto = Type.Object(
  {
    id: uuid(),
    occurrenceId: uuid(),
    withOccurrenceId: uuid(),
    requestedBy: uuid(),
    status: oneOf(SWAP_STATUSES),
    createdAt: instant(),
  },
  { title: 'SwapDto' },
);

export function presentSeries({ series, nextDates }: SeriesView): unknown {
  const { template, recurrence } = series;
  return {
    id: series.id,
    taskId: series.taskId,
    title: template.title,
    notes: template.notes,
    categoryId: template.categoryId,
    visibility: template.visibility,
    priority: template.priority,
    recurrence,
    rrule: isRule(recurrence) ? toRRule(recurrence) : null,
    startDate: series.start,
    time: template.time,
    durationMinutes: template.durationMinutes,
    reminders: template.reminders,
    rotation: series.segments.at(-1)?.rotation ?? null,
    missed: series.missed,
    nextDates,
    horizon: series.horizon,
    endedAt: presentInstant(series.endedAt),
    createdBy: series.createdBy,
    createdAt: presentInstant(series.createdAt),
  };
}

/** Late is what was done on a later day than its date, on the household's calendar. */
export function presentHistoryEntry(
  occurrence: Occurrence,
  zone: TimeZone,
): Static<typeof SeriesHistoryEntry> {
  const { completedAt } = occurrence;
  const doneOn = completedAt === null ? null : civilMomentAt(zone, completedAt).date;
  return {
    occurrenceId: occurrence.id,
    date: occurrence.date,
    status: occurrence.status,
    completedAt: presentInstant(completedAt),
    completedBy: occurrence.completedBy,
    completedFor: occurrence.completedFor,
    late: doneOn !== null && occurrence.date !== null && doneOn > occurrence.date,
  };
}

export function presentPreview({ rrule, dates }: Preview): Static<typeof RecurrencePreview> {
  return {
    rrule,
    dates: dates.map(({ date, index, responsibleMemberIds }) => ({
      date,
      index,
      responsibleMemberIds: [...responsibleMemberIds],
    })),
  };
}

export function presentSwap(swap: Swap): Static<typeof SwapDto> {
  return {
    id: swap.id,
    occurrenceId: swap.occurrenceId,
    withOccurrenceId: swap.withOccurrenceId,
    requestedBy: swap.requestedBy,
    status: swap.status,
    createdAt: presentInstant(swap.createdAt),
  };
}
