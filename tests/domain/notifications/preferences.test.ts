import { expect, test } from '@jest/globals';
import {
  DEFAULT_PREFERENCES,
  completePreferences,
  quietUntil,
} from '../../../domain/notifications/preferences.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TimeZone } from '../../../domain/shared/zone.js';

const PARIS = 'Europe/Paris' as TimeZone;
const night = { quietHours: { from: civilTime('22:00'), to: civilTime('07:00') } };
const siesta = { quietHours: { from: civilTime('13:00'), to: civilTime('15:00') } };

test.each([
  ['before the night', night, '2026-11-21T20:59:00Z', null],
  ['from its beginning', night, '2026-11-21T21:00:00Z', '2026-11-22T06:00:00.000Z'],
  ['after midnight', night, '2026-11-22T02:00:00Z', '2026-11-22T06:00:00.000Z'],
  ['until its end', night, '2026-11-22T06:00:00Z', null],
  ['in the night in which the clock goes back', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['in the night in which it goes ahead', night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['within a day', siesta, '2026-11-21T12:30:00Z', '2026-11-21T14:00:00.000Z'],
  ['outside of it', siesta, '2026-11-21T14:00:00Z', null],
  ['without quiet hours', { quietHours: null }, '2026-11-21T23:00:00Z', null],
  [
    'of no length',
    { quietHours: { from: civilTime('08:00'), to: civilTime('08:00') } },
    '2026-11-21T07:00:00Z',
    null,
  ],
])('quiet hours %s', (_name, preferences, now, expected) => {
  const until = quietUntil(preferences, PARIS, Date.parse(now));
  expect(until === null ? null : new Date(until).toISOString()).toBe(expected);
});

test('a type that is not stored has its default', () => {
  const stored = {
    ...night,
    morningTime: civilTime('06:00'),
    types: { TASK_REMINDER: { inApp: true, push: false } },
  };
  const { types, ...rest } = completePreferences(stored);
  expect(rest).toEqual({ ...night, morningTime: '06:00' });
  expect(types).toEqual({ ...DEFAULT_PREFERENCES.types, TASK_REMINDER: { inApp: true, push: false } });
});
