import { describe, expect, test } from '@jest/globals';
import { dueReminders, remindOn, type ReminderSubject } from '../../../domain/notifications/reminders.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { anId } from '../../builders/ids.js';
import { completePreferences, findQuietEnd } from '../../../domain/notifications/preferences.js';
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
  /** Returns all reminders from March to December 2026, read in windows of one day. */
  const allOf = (one: ReminderSubject) => {
    const found = [];
    for (let day = at('2026-03-01T00:00:00Z'); day < at('2026-12-31T00:00:00Z'); day += 86_400_000)
      found.push(...dueReminders(one, { since: day, now: day + 86_400_000 }));
    return found.map(({ type, at: due }) => `${type} ${new Date(due).toISOString()}`);
  };

  describe('dueReminders for one task', () => {
    test.each([
      [
        'before the start, in the time zone of the household',
        { time: civilTime('18:00'), reminders: [30, 0], memberZone: AUCKLAND },
        ['TASK_REMINDER 2026-11-21T16:30:00.000Z', 'TASK_REMINDER 2026-11-21T17:00:00.000Z'],
      ],
      [
        "of an all-day task on the member's morning [T-N2]",
        { memberZone: AUCKLAND, morningTime: civilTime('07:30') },
        ['TASK_REMINDER 2026-11-20T18:30:00.000Z'],
      ],
      [
        'days before, across the end of summer time',
        { date: civilDate('2026-10-25'), time: civilTime('12:00'), reminders: [1440] },
        ['TASK_REMINDER 2026-10-24T11:00:00.000Z'],
      ],
      [
        'at the transition, for a time that the clock skips',
        { date: civilDate('2026-03-29'), time: civilTime('02:30') },
        ['TASK_REMINDER 2026-03-29T01:30:00.000Z'],
      ],
      [
        'at the first occurrence of a time that the clock shows twice',
        { date: civilDate('2026-10-25'), time: civilTime('02:30') },
        ['TASK_REMINDER 2026-10-25T00:30:00.000Z'],
      ],
      [
        'of the longest period, four weeks ahead',
        { time: civilTime('18:00'), reminders: [40_320] },
        ['TASK_REMINDER 2026-10-24T17:00:00.000Z'],
      ],
    ])('returns reminders %s', (_name, fields, expected) => {
      expect(allOf(subject(fields)).filter((line) => line.startsWith('TASK_REMINDER'))).toEqual(expected);
    });

    test('returns a task as overdue on the next morning, even without reminders', () => {
      expect(allOf(subject({ reminders: [] }))).toEqual(['TASK_OVERDUE 2026-11-22T07:00:00.000Z']);
    });

    test.each([
      ['not a minute before the instant of the reminder', '2026-11-21T06:58:00Z', '2026-11-21T06:59:00Z', 0],
      ['exactly at the instant of the reminder', '2026-11-21T06:59:00Z', '2026-11-21T07:00:00Z', 1],
      ['not again after the instant of the reminder', '2026-11-21T07:00:00Z', '2026-11-21T07:01:00Z', 0],
      ['after hours of downtime', '2026-11-21T04:00:00Z', '2026-11-21T10:00:00Z', 1],
      ['if they are late by just less than a day', '2026-11-01T00:00:00Z', '2026-11-22T06:59:59Z', 1],
      ['not if they are late by a day', '2026-11-01T00:00:00Z', '2026-11-22T07:00:00Z', 0],
    ])('returns reminders %s [T-N2]', (_name, since, now, count) => {
      const due = dueReminders(subject(), { since: at(since), now: at(now) });
      expect(due.filter(({ type }) => type === 'TASK_REMINDER')).toHaveLength(count);
    });

    test('gives a reminder the same cause after a change of the morning time or time zone, but another after a change of the task’s time [T-N1]', () => {
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
  ])('remindOn for a task on %s with reminders %j returns %s', (date, reminders, expected) => {
    const quiet = { nag: null, escalateAfterMinutes: null };
    expect(remindOn({ date: date === null ? null : civilDate(date), reminders, ...quiet })).toBe(expected);
  });

  test('remindOn returns the day before a task without reminders if the task has a nag (repeated reminders) or an escalation', () => {
    const date = civilDate('2026-11-21');
    const nag = { everyMinutes: 15, times: 1 };
    for (const chase of [
      { nag, escalateAfterMinutes: null },
      { nag: null, escalateAfterMinutes: 15 },
    ])
      expect(remindOn({ date, reminders: [], ...chase })).toBe('2026-11-20');
  });
});

describe('notification preferences', () => {
  const PARIS = 'Europe/Paris' as TimeZone;
  const night = { quietHours: { from: civilTime('22:00'), to: civilTime('07:00') } };
  const siesta = { quietHours: { from: civilTime('13:00'), to: civilTime('15:00') } };

  test.each([
    ['before the quiet hours begin', night, '2026-11-21T20:59:00Z', null],
    ['when the quiet hours begin', night, '2026-11-21T21:00:00Z', '2026-11-22T06:00:00.000Z'],
    ['after midnight', night, '2026-11-22T02:00:00Z', '2026-11-22T06:00:00.000Z'],
    ['when the quiet hours end', night, '2026-11-22T06:00:00Z', null],
    ['in the night when the clock goes back', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['in the night when the clock goes forward', night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['within one day', siesta, '2026-11-21T12:30:00Z', '2026-11-21T14:00:00.000Z'],
    ['outside of quiet hours within one day', siesta, '2026-11-21T14:00:00Z', null],
    ['if there are no quiet hours', { quietHours: null }, '2026-11-21T23:00:00Z', null],
    [
      'if the quiet hours have no length',
      { quietHours: { from: civilTime('08:00'), to: civilTime('08:00') } },
      '2026-11-21T07:00:00Z',
      null,
    ],
  ])(
    'give the end of the quiet hours, or null if it is not quiet: %s',
    (_name, preferences, now, expected) => {
      const until = findQuietEnd(preferences, PARIS, Date.parse(now));
      expect(until === null ? null : new Date(until).toISOString()).toBe(expected);
    },
  );

  test('use the default for a type of notification that is not stored', () => {
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

describe('causeKey', () => {
  const id = '01890000-0000-7000-8000-000000000001' as OccurrenceId;
  const start = { kind: 'start', id, date: civilDate('2026-03-02'), minutesBefore: null } as const;

  test('returns the same text as earlier versions have stored', () => {
    expect(causeKey({ kind: 'occurrence', id, version: 3 })).toBe(`${id} 3`);
    expect(causeKey({ ...start, time: null })).toBe(`${id} 2026-03-02 `);
    expect(causeKey({ ...start, time: civilTime('09:30'), minutesBefore: 15 })).toBe(
      `${id} 2026-03-02 09:30 15`,
    );
  });
});
