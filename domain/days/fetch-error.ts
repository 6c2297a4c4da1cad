/** Why the special days could not be imported from an address. */
export const FETCH_ERRORS = [
  /** The host did not answer in time or at all. */
  'UNREACHABLE',
  /**
   * The service refuses to call the address, because it is not https, belongs to a private network, or
   * redirects too often.
   */
  'NOT_PUBLIC',
  /** The host answered with an error status. */
  'REFUSED',
  'TOO_LARGE',
  /** The answer is not iCalendar text, or is incomplete. */
  'NO_CALENDAR',
  /** The answer contains more events than a holiday calendar has. */
  'TOO_MANY_EVENTS',
  /** The events of the answer repeat on more dates than those of a holiday calendar. */
  'TOO_MANY_DATES',
  /** Reading the answer would take too much time or memory. */
  'TOO_COMPLEX',
  /** The answer contains no days in the period that is stored. */
  'EMPTY',
  /** The answer contains less than half of the known future days. */
  'FEWER_DAYS',
  /** None of the encryption keys can decrypt the address, so a member has to enter it again. */
  'ADDRESS_LOST',
] as const;
export type FetchError = (typeof FETCH_ERRORS)[number];
