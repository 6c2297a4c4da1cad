/**
 * An id, which is a UUID string. The service creates UUIDs of version 7; clients may choose others. The type brand
 * prevents an id of one kind from being used as an id of another kind.
 */
type Id<Kind extends string> = string & { readonly __id: { readonly [K in Kind]: true } };

export type UserId = Id<'user'>;
/**
 * The id of a person or pet in a household. The member's row contains the account that belongs to it, if
 * there is one.
 */
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

/**
 * Returns true if the text has the form of a UUID (RFC 9562). The nil UUID is refused, because it identifies
 * nothing.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text) && text !== NIL;
}

/** Returns true if the text has the form of a token that we issue, which is 256 bits in base64url. */
export function isOpaqueToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
