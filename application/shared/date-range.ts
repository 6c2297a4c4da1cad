import { toDayNumber, type CivilDate } from '../../domain/shared/civil-date.js';
import { invalidField } from './errors.js';

/**
 * Throws VALIDATION_FAILED if the range ends before it begins or has more than `maxDays` days. Both ends are
 * inclusive.
 */
export function requireRange(
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
  maxDays: number,
): void {
  const days = toDayNumber(to) - toDayNumber(from) + 1;
  if (days < 1) throw invalidField('from', 'order', 'must not be after `to`');
  if (days > maxDays) throw invalidField('from', 'range', `must be less than ${maxDays} days before \`to\``);
}
