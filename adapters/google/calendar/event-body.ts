import type { calendar_v3 } from '@googleapis/calendar';
import type { EventTimes, EventToPublish } from '../../../domain/calendar/event.js';
import { offsetAt, type Instant, type TimeZone } from '../../../domain/shared/zone.js';
import { buildPrivateProperties } from './owner.js';
import { MINUTE_MS } from '../../../domain/shared/durations.js';

/**
 * The whole event, for insert and for PUT, which clears what is left out: guests, colours and recurrence that somebody
 * added in the calendar go. The status brings a deleted one back.
 */
export function buildEventBody(event: EventToPublish): calendar_v3.Schema$Event {
  return {
    summary: event.title,
    description: event.description,
    status: 'confirmed',
    transparency: 'transparent',
    reminders: { useDefault: false, overrides: [] },
    extendedProperties: { private: buildPrivateProperties(event.owner) },
    ...buildRange(event.times, event.timeZone),
  };
}

function buildRange(times: EventTimes, timeZone: TimeZone): Pick<calendar_v3.Schema$Event, 'start' | 'end'> {
  if (times.kind === 'days') return { start: { date: times.from }, end: { date: times.until } };
  return { start: buildPoint(times.start, timeZone), end: buildPoint(times.end, timeZone) };
}

/** With the offset, so that no gap or fold of daylight saving can be read in two ways. */
function buildPoint(instant: Instant, timeZone: TimeZone): calendar_v3.Schema$EventDateTime {
  const offset = Math.round(offsetAt(timeZone, instant));
  const local = new Date(instant + offset * MINUTE_MS).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const pair = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  return { dateTime: `${local}${offset < 0 ? '-' : '+'}${pair}`, timeZone };
}
