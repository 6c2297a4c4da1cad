import type { CalendarConnectionId } from '../../../domain/shared/ids.js';
import { Absent } from '../schema/presence.js';
import { Text } from '../schema/text.js';
import { Id } from '../schema/values.js';

export class LinkCalendarInput {
  @Id() connectionId!: CalendarConnectionId;
  @Text({ max: 1024 }) calendarId!: string;
}

export class AvailableCalendarsQuery {
  @Absent() @Id() connectionId?: CalendarConnectionId;
}
