import { maxDayOf } from '../../calendar.js';
import type { PartBuilders } from './index.js';

export const monthDayParts: PartBuilders<'monthDay'> = {
  'monthDay.written': (_, captures) => {
    const month = captures.get('month');
    const day = captures.get('day') ?? captures.get('nth');
    if (month === undefined || day === undefined) return null;
    if (day > maxDayOf(month.value)) return null;
    return { month: month.value, day, weak: month.weak };
  },
};
