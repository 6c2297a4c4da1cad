import {
  addDays,
  clampedDate,
  dayOfWeek,
  toParts,
  type CivilDate,
  type Weekday,
} from '../shared/civil-date.js';

export const SOFT_DUE_KINDS = ['THIS_WEEK', 'THIS_MONTH', 'BEFORE'] as const;

/** Asked for: a span that has no date yet. */
export type SoftDueRequest =
  { readonly kind: 'THIS_WEEK' | 'THIS_MONTH' } | { readonly kind: 'BEFORE'; readonly date: CivilDate };

/** Kept: the span with the civil date that it meant when it was said. */
export type SoftDue = { readonly kind: (typeof SOFT_DUE_KINDS)[number]; readonly by: CivilDate };

/** `today` is the household's; a week ends on the day before its first weekday. */
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
