/** Why the days of an address could not be imported. */
export const FETCH_ERRORS = [
  /** The host did not answer, or not in time. */
  'UNREACHABLE',
  /**
   * The service refuses to call the address: it is not https, leads to a private network, or redirects too
   * often.
   */
  'NOT_PUBLIC',
  /** The host answered with an error status. */
  'REFUSED',
  'TOO_LARGE',
  /** The answer is not an iCalendar text, or is cut off. */
  'NO_CALENDAR',
  /** There are more events or repetitions than a holiday calendar has. */
  'TOO_MANY_EVENTS',
  /** There are no days in the kept window. */
  'EMPTY',
  /** Less than half of the known future days are in the answer. */
  'FEWER_DAYS',
  /** None of the encryption keys can decrypt the address, so a member has to enter it again. */
  'ADDRESS_LOST',
] as const;
export type FetchError = (typeof FETCH_ERRORS)[number];
