import { daysInMonth } from '../../../shared/civil-date.js';
import type { PartBuilders } from './index.js';

const SOME_LEAP_YEAR = 2028;

export const monthDayParts: PartBuilders<'monthDay'> = {
  'monthDay.written': (_, captures) => {
    const month = captures.get('month');
    const day = captures.get('day') ?? captures.get('nth');
    if (month === undefined || day === undefined) return null;
    if (day > daysInMonth(SOME_LEAP_YEAR, month.value)) return null;
    return { month: month.value, day, weak: month.weak };
  },
};
