import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import { Absent } from './decorators/presence.js';
import { Text } from './decorators/text.js';
import { Id } from './decorators/values.js';

export class LinkCalendarInput {
  @Id() connectionId!: CalendarConnectionId;
  @Text({ max: 1024 }) calendarId!: string;
}

export class AvailableCalendarsQuery {
  @Absent() @Id() connectionId?: CalendarConnectionId;
}
