import type { HouseholdId } from '../../domain/shared/ids.js';
import type {
  CallFailure,
  DeleteOutcome,
  GetOutcome,
  InsertOutcome,
  ListOutcome,
  NotFound,
  UpdateOutcome,
} from '../../domain/calendar/answers.js';
import type { EventToPublish } from '../../domain/calendar/event.js';
import type { Instant } from '../../domain/shared/zone.js';

/** An OAuth 2 access token. The provider behind this port never sees a refresh token and never refreshes anything. */
export type AccessToken = string;

export const ACCESS_ROLES = [
  'owner',
  'writer',
  'writerWithoutPrivateAccess',
  'reader',
  'freeBusyReader',
  'none',
] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];

export type RemoteCalendar = {
  readonly id: string;
  readonly name: string;
  /** The role of the user on the calendar. A role that this service does not know is reported as `none`. */
  readonly accessRole: AccessRole;
  readonly primary: boolean;
  /** The colour of the calendar, in the form `#rrggbb`. */
  readonly color: string | null;
};

export type CalendarsOutcome =
  | { readonly kind: 'calendars'; readonly calendars: readonly RemoteCalendar[]; readonly date: Instant }
  | CallFailure;

export type CalendarOutcome =
  | { readonly kind: 'calendar'; readonly calendar: RemoteCalendar; readonly date: Instant }
  | NotFound
  | CallFailure;

/** Selects the events to list: the mirrored events of one household. A recurring event is listed once, not expanded. */
export type EventQuery = {
  readonly householdId: HouseholdId;
  /** Lists only events that changed since then, including deleted ones. null lists all. */
  readonly updatedSince: Instant | null;
  readonly includeDeleted: boolean;
  /** Lists only events that end after this time. null lists all. */
  readonly endsAfter: Instant | null;
  readonly page: string | null;
};

/**
 * The calendars that the user of an access token can use. Every answer of the provider is returned as a value; a
 * rejected call means a defect. Each call sends at most one request (`listCalendars` one for each page), and nothing
 * is retried.
 */
export interface CalendarProvider {
  /** Lists all calendars of the user, from all pages. */
  listCalendars(token: AccessToken): Promise<CalendarsOutcome>;
  getCalendar(token: AccessToken, calendarId: string): Promise<CalendarOutcome>;
  /** Returns one page of events. */
  listEvents(token: AccessToken, calendarId: string, query: EventQuery): Promise<ListOutcome>;
  getEvent(token: AccessToken, calendarId: string, eventId: string): Promise<GetOutcome>;
  insertEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
  ): Promise<InsertOutcome>;
  /** Replaces the whole event, and restores it if it was deleted. If `ifEtag` is null, it overwrites any version. */
  updateEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
    version: { readonly ifEtag: string | null; readonly sequence: number },
  ): Promise<UpdateOutcome>;
  /** Deletes the event. If `ifEtag` is null, it deletes any version. */
  deleteEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    ifEtag: string | null,
  ): Promise<DeleteOutcome>;
}

/**
 * A wrapper around a provider call. It knows the call, the token and the calendar, and decides when to send the
 * request.
 */
export type AroundCall = <Outcome extends { readonly kind: string }>(
  call: keyof CalendarProvider,
  token: AccessToken,
  calendarId: string | null,
  request: () => Promise<Outcome>,
) => Promise<Outcome>;

/** Returns a provider that passes every call to `around`. */
export function aroundCalls(provider: CalendarProvider, around: AroundCall): CalendarProvider {
  return {
    listCalendars: (token) => around('listCalendars', token, null, () => provider.listCalendars(token)),
    getCalendar: (token, id) => around('getCalendar', token, id, () => provider.getCalendar(token, id)),
    listEvents: (token, id, ...rest) =>
      around('listEvents', token, id, () => provider.listEvents(token, id, ...rest)),
    getEvent: (token, id, ...rest) =>
      around('getEvent', token, id, () => provider.getEvent(token, id, ...rest)),
    insertEvent: (token, id, ...rest) =>
      around('insertEvent', token, id, () => provider.insertEvent(token, id, ...rest)),
    updateEvent: (token, id, ...rest) =>
      around('updateEvent', token, id, () => provider.updateEvent(token, id, ...rest)),
    deleteEvent: (token, id, ...rest) =>
      around('deleteEvent', token, id, () => provider.deleteEvent(token, id, ...rest)),
  };
}
