import { api, newId, ok, send, value, type Dto } from '../api/client.ts';
import { ApiError, readError } from '../api/errors.ts';
import { renewIfOld } from '../api/refresh.ts';
import type { HouseholdData } from './household.ts';

export type CalendarLink = Dto['CalendarLinkDto'];
export type Connection = Dto['CalendarConnectionDto'];
export type AvailableCalendar = Dto['AvailableCalendarDto'];
export type SyncCounts = Dto['SyncCountsDto'];

/** An event of the demo calendar, which replaces Google Calendar in the demo. */
export type DemoEvent = {
  readonly id: string;
  readonly calendarId: string;
  /** The occurrence that this event mirrors. null means the event was created in the calendar. */
  readonly occurrenceId: string | null;
  readonly title: string;
  readonly allDay: boolean;
  /** A date for an all-day event, otherwise an instant. */
  readonly start: string;
};
type DemoEdit = { readonly title: string; readonly start: string };

const key = () => ({ 'Idempotency-Key': newId() });
const at = (household: HouseholdData) => ({ path: { householdId: household.id } });

/**
 * Returns which Google calendar the household is synchronised with, and the state of the synchronisation. null means
 * that no calendar is linked.
 */
export async function showLink(household: HouseholdData): Promise<CalendarLink | null> {
  try {
    return await value(api.GET('/v1/households/{householdId}/calendar/link', { params: at(household) }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Returns the Google accounts that the caller has connected, newest first. */
export const listConnections = (): Promise<readonly Connection[]> =>
  value(api.GET('/v1/calendar/google/connections'));

/**
 * Sends the browser to Google, where the user connects a Google account. Google sends the browser back to `next` with
 * the result.
 * @throws ApiError SESSION_EXPIRED if the session cannot be renewed; the browser stays on the page then
 */
export async function connectCalendar(next: string): Promise<void> {
  if (!(await renewIfOld())) throw new ApiError('SESSION_EXPIRED', '', { status: 401 });
  location.assign(`/v1/calendar/google/connect?${new URLSearchParams({ next }).toString()}`);
}

export async function disconnectCalendar(connectionId: string): Promise<void> {
  await ok(
    api.DELETE('/v1/calendar/google/connections/{connectionId}', { params: { path: { connectionId } } }),
  );
}

export const listCalendars = (
  household: HouseholdData,
  connectionId: string,
): Promise<readonly AvailableCalendar[]> =>
  value(
    api.GET('/v1/households/{householdId}/calendar/available', {
      params: { ...at(household), query: { connectionId } },
    }),
  );

export const linkCalendar = (
  household: HouseholdData,
  connectionId: string,
  calendarId: string,
): Promise<CalendarLink> =>
  value(
    api.PUT('/v1/households/{householdId}/calendar/link', {
      params: at(household),
      headers: key(),
      body: { connectionId, calendarId },
    }),
  );

export async function unlinkCalendar(household: HouseholdData): Promise<void> {
  await ok(
    api.DELETE('/v1/households/{householdId}/calendar/link', { params: at(household), headers: key() }),
  );
}

/**
 * Synchronises with the calendar now and returns how many events were read and written. Afterwards it fetches
 * the changes into this client's copy of the household.
 */
export async function synchronise(household: HouseholdData): Promise<SyncCounts> {
  const counts = await value(
    api.POST('/v1/households/{householdId}/calendar/sync', { params: at(household), headers: key() }),
  );
  await household.catchUp();
  return counts;
}

/**
 * Calls a route of the demo calendar. These routes are not in the OpenAPI document, because no other provider
 * has them.
 */
async function askDemo<T>(
  household: HouseholdData,
  event: Pick<DemoEvent, 'calendarId'> & { readonly id?: string },
  method: 'GET' | 'PATCH' | 'DELETE',
  body?: DemoEdit,
): Promise<T> {
  const calendarId = encodeURIComponent(event.calendarId);
  const address =
    event.id === undefined
      ? `/v1/households/${household.id}/calendar/demo/${calendarId}/events`
      : `/v1/households/${household.id}/calendar/demo/${calendarId}/events/${encodeURIComponent(event.id)}`;
  const response = await send(
    new Request(address, {
      method,
      credentials: 'same-origin',
      headers: {
        'X-Requested-With': 'app',
        'Content-Type': 'application/json',
        ...(method !== 'GET' && { 'Idempotency-Key': newId() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  if (!response.ok) throw await readError(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const listEvents = (household: HouseholdData, calendarId: string): Promise<readonly DemoEvent[]> =>
  askDemo(household, { calendarId }, 'GET');

/** Moves or renames an event in the demo calendar. Its duration does not change. */
export const changeEvent = (household: HouseholdData, event: DemoEvent, edit: DemoEdit): Promise<DemoEvent> =>
  askDemo(household, event, 'PATCH', edit);

export const deleteEvent = (household: HouseholdData, event: DemoEvent): Promise<void> =>
  askDemo(household, event, 'DELETE');
