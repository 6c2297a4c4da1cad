import type { Report } from './problem.js';
import { isFields, listed, type Fields } from './read-values.js';
import type { Frequency } from './rule.js';

/**
 * Combinations that RFC 5545 forbids, or that calendar programs read differently, so that the same rule would
 * give other dates elsewhere. `input` is the rule as written: a wrong value is still a part that is there.
 */
export function reportConflicts(frequency: Frequency | undefined, input: Fields, report: Report): void {
  const has = (field: string) => input[field] !== undefined;
  const refuse = (field: string, message: string) => report(field, 'conflict', message);
  if (has('count') && has('until')) refuse('until', 'cannot be combined with count');
  if (frequency === undefined) return;
  const countsInMonths = frequency === 'monthly' || frequency === 'yearly';

  if (!countsInMonths) {
    for (const field of ['byMonthDay', 'bySetPosition'])
      if (has(field)) refuse(field, `is for monthly and yearly rules, not for ${frequency} ones`);
  } else if (has('bySetPosition') && !has('byDay') && !has('byMonthDay'))
    refuse('bySetPosition', 'needs byDay or byMonthDay to choose from');

  if (frequency === 'yearly' && !has('byMonth'))
    for (const field of ['byDay', 'byMonthDay'])
      if (has(field)) refuse(field, 'needs byMonth in a yearly rule');

  if (!countsInMonths || has('byMonthDay'))
    for (const [place, entry] of listed(input['byDay']).entries())
      if (isFields(entry) && entry['nthOfPeriod'] !== undefined)
        refuse(
          `byDay[${place}].nthOfPeriod`,
          countsInMonths
            ? 'cannot be combined with byMonthDay'
            : `is for monthly and yearly rules, not for ${frequency} ones`,
        );
}
