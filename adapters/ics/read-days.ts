import type { IcsDays, IcsFile } from '../../application/days/ports.js';
import { CalendarWarnings, daysOfEvents, type EventDaysContext } from '../../domain/days/event-days.js';
import { readContentLines } from './content-lines.js';
import { readEvents } from './read-events.js';

/** Returns the special days of an iCalendar file, or the reason why it cannot be read. */
export function readDays({ bytes, charset }: IcsFile, context: EventDaysContext): IcsDays {
  const warnings = new CalendarWarnings();
  const lines = readContentLines(bytes, charset);
  const events = typeof lines === 'string' ? lines : readEvents(lines, warnings);
  const days = typeof events === 'string' ? events : daysOfEvents(events, context, warnings);
  return typeof days === 'string'
    ? { kind: 'failed', error: days }
    : { kind: 'days', days, warnings: warnings.list() };
}
