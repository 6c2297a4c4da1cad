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

/** An access token; the provider behind this port never sees a refresh token, and never renews anything. */
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
  /** A role that is not known here is `none`. */
  readonly accessRole: AccessRole;
  readonly primary: boolean;
  /** `#rrggbb`. */
  readonly color: string | null;
};

export type CalendarsOutcome =
  | { readonly kind: 'calendars'; readonly calendars: readonly RemoteCalendar[]; readonly date: Instant }
  | CallFailure;

export type CalendarOutcome =
  | { readonly kind: 'calendar'; readonly calendar: RemoteCalendar; readonly date: Instant }
  | NotFound
  | CallFailure;

/** Which events are listed: always those of one household, and of no series. */
export type EventQuery = {
  readonly householdId: HouseholdId;
  /** Only those that changed since, the deleted among them included; null: all. */
  readonly updatedSince: Instant | null;
  readonly includeDeleted: boolean;
  /** Only those that end after; null: all. */
  readonly endsAfter: Instant | null;
  readonly page: string | null;
};

/**
 * The calendars of one user, as their access token shows them. Every answer that the provider may give is a value;
 * a call that rejects is a defect. One call is one request: nothing is retried inside.
 */
export interface CalendarProvider {
  /** All pages of the user's list. */
  listCalendars(token: AccessToken): Promise<CalendarsOutcome>;
  getCalendar(token: AccessToken, calendarId: string): Promise<CalendarOutcome>;
  /** One page. */
  listEvents(token: AccessToken, calendarId: string, query: EventQuery): Promise<ListOutcome>;
  getEvent(token: AccessToken, calendarId: string, eventId: string): Promise<GetOutcome>;
  insertEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
  ): Promise<InsertOutcome>;
  /** Replaces the whole event and makes it live again if it was deleted; `ifEtag` null: whatever stands there. */
  updateEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
    version: { readonly ifEtag: string | null; readonly sequence: number },
  ): Promise<UpdateOutcome>;
  /** `ifEtag` null: whatever stands there. */
  deleteEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    ifEtag: string | null,
  ): Promise<DeleteOutcome>;
}

/** The answer to any call, as far as what stands between service and provider has to know it. */
export type AroundCall = <Outcome extends { readonly kind: string }>(
  call: keyof CalendarProvider,
  token: AccessToken,
  calendarId: string | null,
  request: () => Promise<Outcome>,
) => Promise<Outcome>;

/** The provider with `around` about each of its calls. */
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
