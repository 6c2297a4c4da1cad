import { type ConnectOutcome, APP_DONE_PATH } from '../../../application/calendar/connection/connect-flow.js';
import { showEmail } from '../../../domain/accounts/email.js';
import { CONNECTION_STATUSES, type CalendarConnection } from '../../../domain/calendar/connection.js';
import type { AvailableCalendar } from '../../../application/calendar/list-available.js';
import type { SyncCounts } from '../../../application/calendar/mirror/counts.js';
import type { LinkHealth } from '../../../application/calendar/show-link.js';
import { ACCESS_ROLES } from '../../../application/calendar/provider.js';
import { LINK_REASONS, type CalendarLink } from '../../../domain/calendar/link.js';
import type { DemoEvent } from '../../../application/calendar/demo/demo-events.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';
import {
  AnyValue,
  Constant,
  Integer,
  PlainText,
  Secret,
  type InstantText,
  presentFields,
  presentInstant,
} from '../schema/output.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Flag, Id, InstantField, OneOf } from '../../validation/values.js';

export class CalendarConnectionDto {
  @Id() id!: string;
  @Constant('google') provider!: 'google';
  @PlainText() email!: string;
  @OneOf(CONNECTION_STATUSES) status!: (typeof CONNECTION_STATUSES)[number];
  @InstantField() createdAt!: InstantText;
}

export class ConnectTicketDto {
  @Secret({ format: 'uri' }) url!: string;
}

export function presentConnection(connection: CalendarConnection): CalendarConnectionDto {
  return presentFields(CalendarConnectionDto, {
    ...connection,
    email: showEmail(connection.email),
    provider: 'google',
  });
}

/**
 * Returns the address to which the browser goes after connecting: `next` with the outcome, as a path if web
 * client and service have the same origin. The page for apps is always on the service.
 */
export function addressAfterConnect(
  next: string,
  outcome: ConnectOutcome,
  { baseUrl, webBaseUrl }: { baseUrl: string; webBaseUrl: string },
): string {
  const url = new URL(next, baseUrl);
  if (outcome.kind === 'connected') url.searchParams.set('calendar', 'connected');
  else url.searchParams.set('calendarError', outcome.error);
  // A path that begins with two slashes would name a host. `/..//host` becomes such a path when it is
  // resolved.
  const path = `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
  if (url.pathname === APP_DONE_PATH) return `${baseUrl}${path}`;
  return webBaseUrl === baseUrl ? path : `${webBaseUrl}${path}`;
}

export class CalendarLinkDto {
  @Id() connectionId!: string;
  @PlainText() calendarId!: string;
  @PlainText() calendarName!: string;
  @OneOf(['ACTIVE', 'INVALID']) status!: 'ACTIVE' | 'INVALID';
  @OrNull() @OneOf(LINK_REASONS) reason!: (typeof LINK_REASONS)[number] | null;
  @Id() linkedBy!: string;
  @OrNull() @InstantField() lastSyncedAt!: InstantText | null;
  @Integer() pendingCount!: number;
  @Integer() blockedCount!: number;
  @Integer() errorCount!: number;
  @OrNull() @InstantField() pendingSince!: InstantText | null;
  @Flag({ description: 'True if a change has been waiting for more than 15 minutes.' }) syncPending!: boolean;
  @OrNull()
  @PlainText({ description: 'The error in English, for people who look for the cause.' })
  lastError!: string | null;
  @OrNull() @InstantField() nextTryAt!: InstantText | null;
}

export class AvailableCalendarDto {
  @PlainText() id!: string;
  @PlainText() name!: string;
  @OneOf(ACCESS_ROLES) accessRole!: (typeof ACCESS_ROLES)[number];
  @Flag() selectable!: boolean;
  @Flag() primary!: boolean;
  @OrNull() @PlainText() color!: string | null;
}

export class SyncCountsDto {
  @Integer() pulled!: number;
  @Integer() created!: number;
  @Integer() updated!: number;
  @Integer() deleted!: number;
  @Integer() failed!: number;
  @Absent() @Integer() blocked?: number;
  @Absent() @Integer() retryInMs?: number;
}

export function presentCalendarLink(shown: { link: CalendarLink; health: LinkHealth }): CalendarLinkDto {
  const { pending, blocked, failed, isLate, error, ...health } = shown.health;
  return presentFields(CalendarLinkDto, {
    ...shown.link,
    ...health,
    pendingCount: pending,
    blockedCount: blocked,
    errorCount: failed,
    syncPending: isLate,
    lastError: error,
  });
}

export function presentAvailable(calendar: AvailableCalendar): AvailableCalendarDto {
  return presentFields(AvailableCalendarDto, calendar);
}

export function presentCounts(counts: SyncCounts): SyncCountsDto {
  return presentFields(SyncCountsDto, counts);
}

const DayOrInstant = (description: string) =>
  AnyValue({
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
    description,
  });

export class DemoEventDto {
  @PlainText() id!: string;
  @PlainText() calendarId!: string;
  @OrNull()
  @AnyValue({
    type: 'string',
    format: 'uuid',
    description: 'The task that the event shows, or null if the event is not from this service.',
  })
  occurrenceId!: string | null;
  @PlainText() title!: string;
  @PlainText({ description: 'The description of the event in HTML.' }) description!: string;
  @Flag() allDay!: boolean;
  @DayOrInstant('The start. It is a date if the event takes whole days.') start!: string;
  @DayOrInstant('The end. It is the first day, or the instant, after the event.') end!: string;
  @InstantField() updatedAt!: InstantText;
}

export function presentDemoEvent(event: DemoEvent): DemoEventDto {
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
