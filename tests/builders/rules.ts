import { fc } from '../support/property.js';
import type { RecurrenceRule } from '../../domain/recurrence/rule.js';
import type { Rotation } from '../../domain/rotation/rotation.js';
import { A, D, shuffle, turns } from './members.js';

/** Rules of every frequency, including rules with irregular dates. */
export const RULES = fc.constantFrom<RecurrenceRule>(
  { frequency: 'weekly', byDay: [{ day: 'mo' }] },
  { frequency: 'daily' },
  { frequency: 'daily', interval: 3 },
  { frequency: 'daily', count: 40 },
  { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }, { day: 'su' }] },
  { frequency: 'weekly', interval: 2, firstDayOfWeek: 'su', byDay: [{ day: 'tu' }, { day: 'su' }] },
  { frequency: 'monthly', byMonthDay: [1, 15, 31], skip: 'forward' },
  { frequency: 'monthly', interval: 2, byMonthDay: [1, 31], skip: 'forward' },
  { frequency: 'monthly', byDay: [{ day: 'fr', nthOfPeriod: -1 }] },
  { frequency: 'monthly', byMonthDay: [28, 29, 30, 31], bySetPosition: [-1] },
  { frequency: 'yearly', byMonth: [2, 3], byMonthDay: [29], skip: 'forward' },
);

export const ROTATIONS = fc.constantFrom<Rotation>(
  turns('A B C'),
  turns('A A BC', { length: 2, offset: 1 }),
  turns('A B C', { unit: 'week' }),
  turns('A B', { unit: 'month', length: 2 }),
  shuffle('ABCD'),
  {
    kind: 'roster',
    weeks: [
      { mo: [A], tu: [D] },
      { mo: [D], fr: [A] },
    ],
  },
);
