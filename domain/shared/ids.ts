/** Identifiers are UUIDv7 strings; the brand keeps one kind from standing where another is meant. */
type Id<Kind extends string> = string & { readonly __id: { readonly [K in Kind]: true } };

export type UserId = Id<'user'>;
/** Somebody in a household; whose account that is, if anybody's, the member says. */
export type MemberId = Id<'member'>;
export type SessionId = Id<'session'>;
export type EmailChangeId = Id<'emailChange'>;
export type PasswordResetId = Id<'passwordReset'>;
export type HouseholdId = Id<'household'>;
export type InvitationId = Id<'invitation'>;
export type AwayPeriodId = Id<'awayPeriod'>;
export type DayCalendarId = Id<'dayCalendar'>;
export type DisplayId = Id<'display'>;
export type PauseId = Id<'pause'>;
export type CategoryId = Id<'category'>;
export type TaskId = Id<'task'>;
export type OccurrenceId = Id<'occurrence'>;
export type ChecklistItemId = Id<'checklistItem'>;
export type FeedId = Id<'feed'>;
export type SeriesId = Id<'series'>;
export type CalendarConnectionId = Id<'calendarConnection'>;
export type CalendarLinkId = Id<'calendarLink'>;
export type OperationId = Id<'operation'>;

const NIL = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `text` has the form of an id (RFC 9562); the nil UUID names nothing and is refused. */
export function isUuid(text: string): boolean {
  return UUID.test(text) && text !== NIL;
}
