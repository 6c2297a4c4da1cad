/** Why the days of an address were not taken over. */
export const FETCH_ERRORS = [
  /** No answer in time, or none at all. */
  'UNREACHABLE',
  /** It leads where the service does not go: inward, on to too many others, or to what is no https. */
  'NOT_PUBLIC',
  /** An answer that tells of an error. */
  'REFUSED',
  'TOO_LARGE',
  /** No iCalendar, or one that is cut off. */
  'NO_CALENDAR',
  /** More events, or repetitions of them, than holidays have. */
  'TOO_MANY_EVENTS',
  /** No day to come, nor of the last weeks. */
  'EMPTY',
  /** Less than half of the days to come that were known are in it. */
  'FEWER_DAYS',
  /** None of the keys opens the address: it has to be given anew. */
  'ADDRESS_LOST',
] as const;
export type FetchError = (typeof FETCH_ERRORS)[number];
