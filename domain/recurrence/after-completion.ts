import { addDays, addMonths, type CivilDate } from '../shared/civil-date.js';
import type { AfterCompletion } from './rule.js';

/**
 * The date of the next occurrence, counted from the day of the completion in the household's zone; a month or
 * a year later is clamped to the month's last day.
 */
export function nextAfterCompletion({ every, unit }: AfterCompletion, completionDate: CivilDate): CivilDate {
  switch (unit) {
    case 'day':
      return addDays(completionDate, every);
    case 'week':
      return addDays(completionDate, every * 7);
    case 'month':
      return addMonths(completionDate, every);
    case 'year':
      return addMonths(completionDate, every * 12);
  }
}
