import { describe, expect, test } from '@jest/globals';
import { dueReminders, remindOn, type ReminderSubject } from '../../../domain/notifications/reminders.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { anId } from '../../builders/ids.js';
import { completePreferences, quietUntil } from '../../../domain/notifications/preferences.js';
import { causeKey } from '../../../domain/notifications/cause.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';

describe('reminders', () => {
  const PARIS = 'Europe/Paris' as TimeZone;
  const AUCKLAND = 'Pacific/Auckland' as TimeZone;
  const at = (text: string) => Date.parse(text);
  const subject = (fields: Partial<ReminderSubject> = {}): ReminderSubject => ({
    occurrenceId: anId(),
    memberId: anId(),
    date: civilDate('2026-11-21'),
    time: null,
    reminders: [0],
    showFrom: null,
    nag: null,
    escalateAfterMinutes: null,
    householdZone: PARIS,
    memberZone: PARIS,
    morningTime: civilTime('08:00'),
    ...fields,
  });
  /** All that ever falls due, minute by minute and in one window alike. */
  const allOf = (one: ReminderSubject) => {
    const found = [];
    for (let day = at('2026-03-01T00:00:00Z'); day < at('2026-12-31T00:00:00Z'); day += 86_400_000)
      found.push(...dueReminders(one, { since: day, now: day + 86_400_000 }));
    return found.map(({ type, at: due }) => `${type} ${new Date(due).toISOString()}`);
  };

  describe('reminders fall due', () => {
    test.each([
      [
        'before the start, on the clock of the household',
        { time: civilTime('18:00'), reminders: [30, 0], memberZone: AUCKLAND },
        ['TASK_REMINDER 2026-11-21T16:30:00.000Z', 'TASK_REMINDER 2026-11-21T17:00:00.000Z'],
      ],
      [
        'T-N2 of a whole day on the morning of the member',
        { memberZone: AUCKLAND, morningTime: civilTime('07:30') },
        ['TASK_REMINDER 2026-11-20T18:30:00.000Z'],
      ],
      [
        'days before, over the end of summer time',
        { date: civilDate('2026-10-25'), time: civilTime('12:00'), reminders: [1440] },
        ['TASK_REMINDER 2026-10-24T11:00:00.000Z'],
      ],
      [
        'at a time that the clock jumps over, when it has jumped',
        { date: civilDate('2026-03-29'), time: civilTime('02:30') },
        ['TASK_REMINDER 2026-03-29T01:30:00.000Z'],
      ],
      [
        'at a time that the clock shows twice, the first time',
        { date: civilDate('2026-10-25'), time: civilTime('02:30') },
        ['TASK_REMINDER 2026-10-25T00:30:00.000Z'],
      ],
      [
        'the longest, four weeks ahead',
        { time: civilTime('18:00'), reminders: [40_320] },
        ['TASK_REMINDER 2026-10-24T17:00:00.000Z'],
      ],
    ])('%s', (_name, fields, expected) => {
      expect(allOf(subject(fields)).filter((line) => line.startsWith('TASK_REMINDER'))).toEqual(expected);
    });

    test('and once more when the day has passed, on the next morning, also without any reminder', () => {
      expect(allOf(subject({ reminders: [] }))).toEqual(['TASK_OVERDUE 2026-11-22T07:00:00.000Z']);
    });

    test.each([
      ['a minute before', '2026-11-21T06:58:00Z', '2026-11-21T06:59:00Z', 0],
      ['to the instant', '2026-11-21T06:59:00Z', '2026-11-21T07:00:00Z', 1],
      ['from the instant on', '2026-11-21T07:00:00Z', '2026-11-21T07:01:00Z', 0],
      ['after hours of downtime', '2026-11-21T04:00:00Z', '2026-11-21T10:00:00Z', 1],
      ['late by just less than a day', '2026-11-01T00:00:00Z', '2026-11-22T06:59:59Z', 1],
      ['late by a day', '2026-11-01T00:00:00Z', '2026-11-22T07:00:00Z', 0],
    ])('T-N2 %s', (_name, since, now, count) => {
      const due = dueReminders(subject(), { since: at(since), now: at(now) });
      expect(due.filter(({ type }) => type === 'TASK_REMINDER')).toHaveLength(count);
    });

    test('T-N1 under a cause that stays, until the task is moved', () => {
      const window = { since: at('2026-11-20T12:00:00Z'), now: at('2026-11-21T12:00:00Z') };
      const one = subject({ reminders: [0, 60] });
      const causes = (fields: Partial<ReminderSubject>) =>
        dueReminders({ ...one, ...fields }, window).map(({ cause }) => cause);
      expect(new Set(causes({})).size).toBe(2);
      expect(causes({ morningTime: civilTime('09:00'), memberZone: AUCKLAND })).toEqual(causes({}));
      expect(causes({ time: civilTime('09:00') })).not.toEqual(causes({}));
    });
  });

  test.each([
    ['2026-11-21', [], null],
    ['2026-11-21', [0], '2026-11-20'],
    ['2026-11-21', [5, 1440], '2026-11-19'],
    ['2026-03-01', [1441], '2026-02-26'],
    [null, [5], null],
  ])('what is dated %s with reminders %j is looked at from %s on', (date, reminders, expected) => {
    const quiet = { nag: null, escalateAfterMinutes: null };
    expect(remindOn({ date: date === null ? null : civilDate(date), reminders, ...quiet })).toBe(expected);
  });

  test('what nags or is told to others is looked at from the day before, too', () => {
    const date = civilDate('2026-11-21');
    const nag = { everyMinutes: 15, times: 1 };
    for (const chase of [
      { nag, escalateAfterMinutes: null },
      { nag: null, escalateAfterMinutes: 15 },
    ])
      expect(remindOn({ date, reminders: [], ...chase })).toBe('2026-11-20');
  });
});

describe('preferences', () => {
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
    expect(rest).toEqual({ ...night, morningTime: '06:00', agenda: { push: false, email: false } });
    expect(types).toEqual({
      ...completePreferences(null).types,
      TASK_REMINDER: { inApp: true, push: false },
    });
  });
});

describe('causes', () => {
  const id = '01890000-0000-7000-8000-000000000001' as OccurrenceId;
  const start = { kind: 'start', id, date: civilDate('2026-03-02'), minutesBefore: null } as const;

  test('the key of a cause is what earlier versions have stored', () => {
    expect(causeKey({ kind: 'occurrence', id, version: 3 })).toBe(`${id} 3`);
    expect(causeKey({ ...start, time: null })).toBe(`${id} 2026-03-02 `);
    expect(causeKey({ ...start, time: civilTime('09:30'), minutesBefore: 15 })).toBe(
      `${id} 2026-03-02 09:30 15`,
    );
  });
});
