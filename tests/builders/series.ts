import { addDays, civilDate } from '../../domain/shared/civil-date.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesTemplate, SeriesRecord } from '../../domain/series/series.js';
import type { Swap } from '../../domain/series/swap.js';
import { anId } from './ids.js';
import { NOON } from './instants.js';
import { anOccurrence } from './occurrence.js';

type SeriesFields = Partial<Omit<SeriesRecord, 'template'>> & {
  readonly template?: Partial<SeriesTemplate>;
};

/** A daily series from 2026-03-10 on, shared and unassigned, without rows. */
export function aSeries({
  template,
  ...fields
}: SeriesFields & Pick<SeriesRecord, 'householdId' | 'createdBy'>): SeriesRecord {
  const start = fields.start ?? civilDate('2026-03-10');
  return {
    id: anId(),
    taskId: anId(),
    recurrence: { frequency: 'daily', firstDayOfWeek: 'mo' },
    start,
    startIndex: 0,
    segments: [],
    missed: 'keep',
    season: null,
    shift: null,
    whenAway: null,
    pauses: [],
    template: {
      title: 'Water the plants',
      notes: null,
      categoryId: null,
      visibility: 'SHARED',
      priority: 'NORMAL',
      time: null,
      durationMinutes: null,
      allDay: false,
      reminders: [],
      showFrom: null,
      nag: null,
      escalateAfterMinutes: null,
      completion: 'any',
      checklist: [],
      ...template,
    },
    horizon: start,
    nextIndex: 0,
    excludedDates: [],
    endsBefore: null,
    ended: false,
    version: 1,
    createdAt: NOON,
    endedAt: null,
    ...fields,
  };
}

/** Returns the row of a daily series with this index. */
export function aRowOf(
  series: SeriesRecord,
  seriesIndex: number,
  fields: Partial<Occurrence> = {},
): Occurrence {
  const originalDate = addDays(series.start, seriesIndex);
  return anOccurrence({
    householdId: series.householdId,
    taskId: series.taskId,
    createdBy: series.createdBy,
    seriesId: series.id,
    seriesIndex,
    originalDate,
    originalTime: null,
    date: originalDate,
    visibility: series.template.visibility,
    ...fields,
  });
}

export function aSwap(
  fields: Partial<Swap> & Pick<Swap, 'householdId' | 'occurrenceId' | 'withOccurrenceId' | 'requestedBy'>,
): Swap {
  return { id: anId(), status: 'OPEN', createdAt: NOON, answeredBy: null, answeredAt: null, ...fields };
}
