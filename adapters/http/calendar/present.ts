import { type ConnectOutcome, APP_DONE_PATH } from '../../../application/calendar/connection/connect-flow.js';
import { showEmail } from '../../../domain/accounts/email.js';
import { CONNECTION_STATUSES, type CalendarConnection } from '../../../domain/calendar/connection.js';
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
  presenterOf,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Flag, Id, InstantField, OneOf } from '../../validation/values.js';

@Description('A connected calendar account of the caller.')
export class CalendarConnectionDto {
  @Id() id!: string;
  @Constant('google') provider!: 'google';

  @Description('The e-mail address of the Google account.')
  @PlainText()
  email!: string;

  @Description(
    '`REVOKED` means that Google no longer accepts the authorisation. Connecting again makes it ' +
      '`ACTIVE`.',
  )
  @OneOf(CONNECTION_STATUSES)
  status!: (typeof CONNECTION_STATUSES)[number];

  @InstantField() createdAt!: InstantText;
}

export class ConnectTicketDto {
  @Description('The address to open in a browser, where the account is connected. It can be used once.')
  @Secret({ format: 'uri' })
  url!: string;
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

@Description('The calendar to which a household is synchronised, and the state of the synchronisation.')
export class CalendarLinkDto {
  @Description('The calendar account through which the service writes. It belongs to the member `linkedBy`.')
  @Id()
  connectionId!: string;

  @Description('The id that the provider gives the calendar.')
  @PlainText()
  calendarId!: string;

  @PlainText() calendarName!: string;

  @Description('`INVALID` means that the synchronisation has stopped until a member acts, see `reason`.')
  @OneOf(['ACTIVE', 'INVALID'])
  status!: 'ACTIVE' | 'INVALID';

  @Description(
    '`GOOGLE_REVOKED`: connect the account again. `CALENDAR_NOT_FOUND`: the calendar was deleted or ' +
      'is no longer shared; choose another one. `NO_WRITE_ACCESS`: the account may no longer write to ' +
      'it. null if the status is `ACTIVE`.',
  )
  @OrNull()
  @OneOf(LINK_REASONS)
  reason!: (typeof LINK_REASONS)[number] | null;

  @Description('The member who linked the calendar.')
  @Id()
  linkedBy!: string;

  @Description('The time at which everything was last written to the calendar. null means never.')
  @OrNull()
  @InstantField()
  lastSyncedAt!: InstantText | null;

  @Description('Occurrences with a change that is not written yet.')
  @Integer()
  pendingCount!: number;

  @Description('Occurrences that Google does not allow the service to write.')
  @Integer()
  blockedCount!: number;

  @Description('Occurrences that could not be written, even after several attempts.')
  @Integer()
  errorCount!: number;

  @Description('The time since which the oldest change has been waiting. null if nothing is waiting.')
  @OrNull()
  @InstantField()
  pendingSince!: InstantText | null;

  @Description('True if a change has been waiting for more than 15 minutes.')
  @Flag()
  syncPending!: boolean;

  @Description('The last error in English, for people who look for its cause. null if there is none.')
  @OrNull()
  @PlainText()
  lastError!: string | null;

  @Description('The time of the next attempt, if the service waits after an error. Otherwise null.')
  @OrNull()
  @InstantField()
  nextTryAt!: InstantText | null;
}

@Description('A calendar of a connected account.')
export class AvailableCalendarDto {
  @Description('The id that the provider gives the calendar.')
  @PlainText()
  id!: string;

  @PlainText() name!: string;

  @Description('The access of the connected account to this calendar.')
  @OneOf(ACCESS_ROLES)
  accessRole!: (typeof ACCESS_ROLES)[number];

  @Description('True if the account may write to the calendar, so that it can be linked.')
  @Flag()
  selectable!: boolean;

  @Description('True for the main calendar of the account.')
  @Flag()
  primary!: boolean;

  @Description('The colour of the calendar, as Google gives it. null if there is none.')
  @OrNull()
  @PlainText()
  color!: string | null;
}

@Description('The numbers of changes that a synchronisation made.')
export class SyncCountsDto {
  @Description('Changes from the calendar that were applied to occurrences.')
  @Integer()
  pulled!: number;

  @Description('Events that were created.')
  @Integer()
  created!: number;

  @Description('Events that were updated.')
  @Integer()
  updated!: number;

  @Description('Events that were deleted.')
  @Integer()
  deleted!: number;

  @Description('Events that could not be written.')
  @Integer()
  failed!: number;

  @Description('Events that Google does not allow the service to write. Missing means 0.')
  @Absent()
  @Integer()
  blocked?: number;

  @Description(
    'Milliseconds after which the service tries again by itself. It is missing if no attempt is ' +
      'planned.',
  )
  @Absent()
  @Integer()
  retryInMs?: number;
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

export const presentAvailable = presenterOf(AvailableCalendarDto);

export const presentCounts = presenterOf(SyncCountsDto);

const DayOrInstant = () =>
  AnyValue({
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  });

export class DemoEventDto {
  @PlainText() id!: string;
  @PlainText() calendarId!: string;

  @Description('The occurrence that the event shows. null if the event is not from this service.')
  @OrNull()
  @AnyValue({ type: 'string', format: 'uuid' })
  occurrenceId!: string | null;

  @PlainText() title!: string;

  @Description('The description of the event in HTML.')
  @PlainText()
  description!: string;

  @Flag() allDay!: boolean;
  @Description('A date if the event takes whole days, otherwise an instant.')
  @DayOrInstant()
  start!: string;

  @Description('The first day or instant after the event.')
  @DayOrInstant()
  end!: string;

  @InstantField() updatedAt!: InstantText;
}

export function presentDemoEvent(event: DemoEvent): DemoEventDto {
  const { eventId, times, updated, isMirrored } = event;
  const [start, end] =
    times.kind === 'days'
      ? [times.from, times.until]
      : [presentInstant(times.start), presentInstant(times.end)];
  return presentFields(DemoEventDto, {
    ...event,
    id: eventId,
    occurrenceId: isMirrored ? occurrenceOfEvent(eventId) : null,
    allDay: times.kind === 'days',
    start,
    end,
    updatedAt: updated,
  });
}
