import { Type, type Static } from 'typebox';
import type { ConnectOutcome } from '../../../application/calendar/connection/connect-flow.js';
import { APP_DONE_PATH } from '../../../application/calendar/connection/connect-flow.js';
import { CONNECTION_STATUSES, type CalendarConnection } from '../../../domain/calendar/connection.js';
import { instant, oneOf, presentInstant, uuid } from '../schema/common.js';

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
