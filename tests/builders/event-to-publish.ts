import type { EventToPublish } from '../../domain/calendar/event.js';
import { toEventId } from '../../domain/calendar/event.js';
import type { HouseholdId, OccurrenceId, TaskId } from '../../domain/shared/ids.js';
import type { TimeZone } from '../../domain/shared/zone.js';
import { anId } from './ids.js';

/** An event of half an hour on a Tuesday evening, for a new occurrence. */
export function anEventToPublish(
  householdId: HouseholdId,
  fields: Partial<EventToPublish> = {},
): EventToPublish {
  return {
    title: 'Bins — Anna',
    description: 'Kitchen &amp; cellar\nhttps://web.example.org/o/1',
    times: {
      kind: 'instants',
      start: Date.parse('2026-11-24T18:00:00Z'),
      end: Date.parse('2026-11-24T18:30:00Z'),
    },
    timeZone: 'Europe/Paris' as TimeZone,
    owner: { householdId, taskId: anId<TaskId>(), occurrenceId: anId<OccurrenceId>() },
    ...fields,
  };
}

export const idOf = ({ owner }: EventToPublish): string => toEventId(owner.occurrenceId);
