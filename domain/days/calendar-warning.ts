/** Things that are left out or changed when the days of an iCalendar file are read. */
export const CALENDAR_WARNINGS = [
  /** A recurrence of an event is not supported. Only the dates that the event names itself are used. */
  'RULE_NOT_SUPPORTED',
  /** An event, or one of its dates, was left out because the date is missing or invalid. */
  'DATE_NOT_READ',
  /** A time zone is not known. The times are used as they are written. */
  'ZONE_NOT_KNOWN',
  /** A line that is not iCalendar was left out. */
  'LINE_NOT_READ',
  /** A task or journal entry was left out, because only events have days. */
  'NOT_AN_EVENT',
  /** An event was left out because its calendar only cancels events. */
  'CANCELLATION',
  /** A name that is too long, or an event that lasts longer than a year, was shortened. */
  'SHORTENED',
  /** A day was left out because the calendar has too many days. */
  'DAYS_OVER_LIMIT',
] as const;
export type CalendarWarningCode = (typeof CALENDAR_WARNINGS)[number];

/** How often something was left out, with the names of the first few events, rules or time zones. */
export type CalendarWarning = {
  readonly code: CalendarWarningCode;
  readonly count: number;
  readonly examples: readonly string[];
};
