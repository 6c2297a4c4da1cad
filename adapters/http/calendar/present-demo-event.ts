import { Type, type Static } from 'typebox';
import type { DemoEvent } from '../../../application/calendar/demo/demo-events.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import { date, instant, nullable, presentInstant, uuid } from '../schema/common.js';

const moment = (description: string) => Type.Union([date(), instant()], { description });

export const DemoEventDto = Type.Object(
  {
    id: Type.String(),
    calendarId: Type.String(),
    occurrenceId: nullable(Type.Unsafe<string>({ ...uuid(), description: 'Whose mirror it is' })),
    title: Type.String(),
    description: Type.String({ description: 'HTML' }),
    allDay: Type.Boolean(),
    start: moment('A day when it takes whole days'),
    end: moment('The first day, or the instant, that does not belong to it any more'),
    updatedAt: instant(),
  },
  { title: 'DemoEventDto' },
);

export function presentDemoEvent(event: DemoEvent): Static<typeof DemoEventDto> {
  const { eventId, calendarId, title, description, times, updated, isMirrored } = event;
  const [start, end] =
    times.kind === 'days'
      ? [times.from, times.until]
      : [presentInstant(times.start), presentInstant(times.end)];
  return {
    id: eventId,
    calendarId,
    occurrenceId: isMirrored ? occurrenceOfEvent(eventId) : null,
    title,
    description,
    allDay: times.kind === 'days',
    start,
    end,
    updatedAt: presentInstant(updated),
  };
}
