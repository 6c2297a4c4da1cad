import { OwnPath } from '../../validation/own-path.js';
import { Absent } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import { Id, isInstant } from '../../validation/values.js';
import type { EventMoment } from '../../../application/calendar/demo/event-times.js';
import { civilDate, parseCivilDate } from '../../../domain/shared/civil-date.js';
import { field, rule, Description } from '../../validation/compose.js';

export class CalendarConnectQuery {
  @Description(
    'The connect ticket of an app. The browser then continues at a fixed path, so `next` is not ' +
      'allowed.',
  )
  @Absent()
  @Text({ max: 200 })
  ticket?: string;

  @Description('The answer to the question that the page asked about the ticket.')
  @Absent()
  @Text({ max: 200 })
  confirmation?: string;

  @Absent() @OwnPath() next?: string;
}

export class LinkCalendarInput {
  @Description('A connected calendar account of the caller.')
  @Id()
  connectionId!: CalendarConnectionId;

  @Description('The id that the provider gives the calendar. It must be one with `selectable: true`.')
  @Text({ max: 1024 })
  calendarId!: string;
}

export class AvailableCalendarsQuery {
  @Absent() @Id() connectionId?: CalendarConnectionId;
}

/**
 * Events of the demo calendar must be within these years, so that dates computed from them stay in the supported
 * range.
 */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2199-12-31'];

/** A field that contains a date for an all-day event, otherwise an instant. */
function Moment(): PropertyDecorator {
  return field(
    {
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
    },
    rule(
      'moment',
      `must be a day, YYYY-MM-DD, or an instant of ISO 8601 with its offset, from ${FIRST_DAY} to ${LAST_DAY}`,
      (value) =>
        typeof value === 'string' &&
        (parseCivilDate(value) !== null || isInstant(value)) &&
        value >= FIRST_DAY &&
        value.slice(0, 10) <= LAST_DAY,
    ),
  );
}

export class CreateDemoEventInput {
  @Text({ max: 1024 }) title!: string;
  @Moment() start!: string;
  @Absent() @Moment() end?: string;
}

export class UpdateDemoEventInput {
  @Absent() @Text({ max: 1024, blank: true }) title?: string;
  @Absent() @Moment() start?: string;
  @Absent() @Moment() end?: string;
}

export function toMoment(text: string | undefined): EventMoment | undefined {
  if (text === undefined) return undefined;
  return text.length === FIRST_DAY.length
    ? { kind: 'day', day: civilDate(text) }
    : { kind: 'instant', at: Date.parse(text) };
}
