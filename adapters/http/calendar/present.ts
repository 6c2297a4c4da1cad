import { Type, type Static } from 'typebox';
import { type ConnectOutcome, APP_DONE_PATH } from '../../../application/calendar/connection/connect-flow.js';
import { CONNECTION_STATUSES, type CalendarConnection } from '../../../domain/calendar/connection.js';
import { instant, oneOf, presentInstant, uuid, nullable, date } from '../schema/common.js';
import type { AvailableCalendar } from '../../../application/calendar/list-available.js';
import type { PullCounts } from '../../../application/calendar/mirror/pull.js';
import type { LinkHealth } from '../../../application/calendar/show-link.js';
import { ACCESS_ROLES } from '../../../application/calendar/provider.js';
import { LINK_REASONS, type CalendarLink } from '../../../domain/calendar/link.js';
import type { DemoEvent } from '../../../application/calendar/demo/demo-events.js';
import { occurrenceOfEvent } from '../../../domain/calendar/event.js';

export const CalendarConnectionDto = Type.Object(
  {
    id: uuid(),
    provider: Type.Literal('google'),
    email: Type.String(),
    status: oneOf(CONNECTION_STATUSES),
    createdAt: instant(),
  },
  { title: 'CalendarConnectionDto' },
);

export const ConnectTicketDto = Type.Object(
  { url: Type.String({ format: 'uri' }) },
  { title: 'ConnectTicketDto' },
);

export function presentConnection({
  id,
  email,
  status,
  createdAt,
}: CalendarConnection): Static<typeof CalendarConnectionDto> {
  return { id, provider: 'google', email, status, createdAt: presentInstant(createdAt) };
}

/**
 * Where the browser goes when it is over: to `next` of the web client with how it ended, and as a bare path where the web
 * client and the service are one origin. The page at which apps end is always the service's.
 */
export function addressAfterConnect(
  next: string,
  outcome: ConnectOutcome,
  { baseUrl, webBaseUrl }: { baseUrl: string; webBaseUrl: string },
): string {
  const url = new URL(next, baseUrl);
  if (outcome.kind === 'connected') url.searchParams.set('calendar', 'connected');
  else url.searchParams.set('calendarError', outcome.error);
  // Two slashes would name a host; `/..//host` becomes that only when it is resolved.
  const path = `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
  if (url.pathname === APP_DONE_PATH) return `${baseUrl}${path}`;
  return webBaseUrl === baseUrl ? path : `${webBaseUrl}${path}`;
}

export const CalendarLinkDto = Type.Object(
  {
    connectionId: uuid(),
    calendarId: Type.String(),
    calendarName: Type.String(),
    status: oneOf(['ACTIVE', 'INVALID']),
    reason: nullable(oneOf(LINK_REASONS)),
    linkedBy: uuid(),
    lastSyncedAt: nullable(instant()),
    pendingCount: Type.Integer(),
    blockedCount: Type.Integer(),
    errorCount: Type.Integer(),
    pendingSince: nullable(instant()),
    syncPending: Type.Boolean({ description: 'Something has waited for more than 15 minutes' }),
    lastError: nullable(
      Type.String({ description: 'For people who look for the cause; not to be translated' }),
    ),
    nextTryAt: nullable(instant()),
  },
  { title: 'CalendarLinkDto' },
);

export const AvailableCalendarDto = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    accessRole: oneOf(ACCESS_ROLES),
    selectable: Type.Boolean(),
    primary: Type.Boolean(),
    color: nullable(Type.String()),
  },
  { title: 'AvailableCalendarDto' },
);

export const SyncCountsDto = Type.Object(
  {
    pulled: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    deleted: Type.Integer(),
    failed: Type.Integer(),
    blocked: Type.Optional(Type.Integer()),
    retryInMs: Type.Optional(Type.Integer()),
  },
  { title: 'SyncCountsDto' },
);

export function presentCalendarLink({
  link,
  health,
}: {
  link: CalendarLink;
  health: LinkHealth;
}): Static<typeof CalendarLinkDto> {
  return {
    connectionId: link.connectionId,
    calendarId: link.calendarId,
    calendarName: link.calendarName,
    status: link.status,
    reason: link.reason,
    linkedBy: link.linkedBy,
    lastSyncedAt: presentInstant(link.lastSyncedAt),
    pendingCount: health.pending,
    blockedCount: health.blocked,
    errorCount: health.failed,
    pendingSince: presentInstant(health.pendingSince),
    syncPending: health.isLate,
    lastError: health.error,
    nextTryAt: presentInstant(health.nextTryAt),
  };
}

export function presentAvailable(calendar: AvailableCalendar): Static<typeof AvailableCalendarDto> {
  const { id, name, accessRole, selectable, primary, color } = calendar;
  return { id, name, accessRole, selectable, primary, color };
}

export function presentCounts(counts: PullCounts): Static<typeof SyncCountsDto> {
  const { pulled, created, updated, deleted, failed, blocked, retryInMs } = counts;
  return {
    pulled,
    created,
    updated,
    deleted,
    failed,
    ...(blocked !== undefined && { blocked }),
    ...(retryInMs !== undefined && { retryInMs }),
  };
}

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
