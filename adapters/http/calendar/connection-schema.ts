import { OwnPath } from '../schema/own-path.js';
import { Absent } from '../schema/presence.js';
import { Text } from '../schema/text.js';

export class CalendarConnectQuery {
  /** Goes on to a path of its own, so that the two do not stand together. */
  @Absent() @Text({ max: 200 }) ticket?: string;
  /** From the page that asks about a ticket. */
  @Absent() @Text({ max: 200 }) confirmation?: string;
  @Absent() @OwnPath() next?: string;
}
