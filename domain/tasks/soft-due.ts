import {
  addDays,
  clampedDate,
  dayOfWeek,
  toParts,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';

export const SOFT_DUE_KINDS = ['THIS_WEEK', 'THIS_MONTH', 'BEFORE'] as const;

/** A soft due date as a client requests it: this week, this month, or until a given day. */
export type SoftDueRequest =
  | { readonly kind: 'THIS_WEEK' | 'THIS_MONTH' }
  | { readonly kind: 'BEFORE'; readonly date: CivilDate };

/**
 * A soft due date as it is stored: the kind of period, and the last day of the period at the time of the
 * request.
 */
export type SoftDue = { readonly kind: (typeof SOFT_DUE_KINDS)[number]; readonly by: CivilDate };

/**
 * Converts a requested soft due date. `today` is the household's date; a week ends on the day before
 * `firstDayOfWeek`.
 */
export function resolveSoftDue(request: SoftDueRequest, today: CivilDate, firstDayOfWeek: Weekday): SoftDue {
  switch (request.kind) {
    case 'THIS_WEEK':
      return { kind: 'THIS_WEEK', by: addDays(today, 6 - dayOfWeek(today, firstDayOfWeek)) };
    case 'THIS_MONTH': {
      const { year, month } = toParts(today);
      return { kind: 'THIS_MONTH', by: clampedDate(year, month, 31) };
    }
    case 'BEFORE':
      return { kind: 'BEFORE', by: request.date };
  }
}
