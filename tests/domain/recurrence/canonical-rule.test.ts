import { describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { WEEKDAYS, civilDate } from '../../../domain/shared/civil-date.js';
import { canonicalRule } from '../../../domain/recurrence/canonical-rule.js';
import { toRRule } from '../../../domain/recurrence/to-rrule.js';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { arbitraryRule, arbitraryStart } from './support/arbitrary-rule.js';
import { ruleOf } from './support/dates-of-text.js';

function canonical(input: unknown, start: string) {
  const read = canonicalRule(ruleOf(input), civilDate(start), 'mo');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

describe('the canonical form', () => {
  test.each<[input: unknown, start: string, rule: RecurrenceRule, begun: string]>([
    ['FREQ=WEEKLY', '2026-01-01', { frequency: 'weekly', byDay: [{ day: 'th' }] }, '2026-01-01'],
    ['FREQ=MONTHLY;INTERVAL=1', '2026-01-31', { frequency: 'monthly', byMonthDay: [31] }, '2026-01-31'],
    ['FREQ=YEARLY', '2026-01-31', { frequency: 'yearly', byMonth: [1], byMonthDay: [31] }, '2026-01-31'],
    [
      'FREQ=YEARLY;BYMONTH=3',
      '2026-01-31',
      { frequency: 'yearly', byMonth: [3], byMonthDay: [31] },
      '2026-03-31',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      '2026-01-01',
      { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }] },
      '2026-01-06',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU,SU',
      '2026-01-01',
      { frequency: 'weekly', interval: 2, firstDayOfWeek: 'mo', byDay: [{ day: 'tu' }, { day: 'su' }] },
      '2026-01-04',
    ],
    [
      'FREQ=WEEKLY;BYDAY=TU,MO;WKST=SU',
      '2026-01-05',
      { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'tu' }] },
      '2026-01-05',
    ],
    ['FREQ=DAILY;BYDAY=SU,MO,TU,WE,TH,FR,SA', '2026-01-05', { frequency: 'daily' }, '2026-01-05'],
    [
      'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
      '2026-01-01',
      { frequency: 'daily', interval: 7, byDay: [{ day: 'mo' }] },
      '2026-01-05',
    ],
    [
      { frequency: 'monthly', byMonthDay: [28, 31, 30, 29], bySetPosition: [-1] },
      '2026-02-01',
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
      '2026-02-28',
    ],
    [
      { frequency: 'monthly', byMonthDay: [28, 29], byMonth: [1], bySetPosition: [-1], skip: 'forward' },
      '1990-01-01',
      { frequency: 'monthly', byMonthDay: [29], byMonth: [1] },
      '1990-01-29',
    ],
    [
      {
        frequency: 'monthly',
        byMonthDay: [28, 29, 30, 31],
        byDay: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => ({ day })),
        bySetPosition: [-1],
      },
      '2026-02-01',
      { frequency: 'monthly', byMonthDay: [31], skip: 'backward' },
      '2026-02-28',
    ],
    [
      { frequency: 'monthly', byMonthDay: [15, 1, 15], skip: 'backward' },
      '2026-01-02',
      { frequency: 'monthly', byMonthDay: [1, 15] },
      '2026-01-15',
    ],
    [
      { frequency: 'yearly', byMonth: [12, 3], byMonthDay: [31], skip: 'forward' },
      '2026-01-02',
      { frequency: 'yearly', byMonth: [3, 12], byMonthDay: [31] },
      '2026-03-31',
    ],
    [
      { frequency: 'monthly', skip: 'omit', byMonth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
      '2026-01-02',
      { frequency: 'monthly', byMonthDay: [2] },
      '2026-01-02',
    ],
    [
      { frequency: 'monthly', byMonthDay: [31], skip: 'forward', interval: 2 },
      '2026-04-15',
      { frequency: 'monthly', byMonthDay: [31], skip: 'forward', interval: 2 },
      '2026-05-01',
    ],
  ])('%j from %s', (input, start, rule, begun) => {
    expect(canonical(input, start)).toEqual({ rule, start: begun });
  });

  test.each<[input: unknown, start: string, field: string]>([
    ['FREQ=DAILY;UNTIL=20251231', '2026-01-01', 'until'],
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20260105', '2026-01-01', 'until'],
    ['FREQ=YEARLY;BYMONTH=2', '2026-01-31', ''],
    ['FREQ=YEARLY', '9998-12-31', ''],
  ])('%j from %s gives no date and is refused', (input, start, field) => {
    expect(canonicalRule(ruleOf(input), civilDate(start), 'mo')).toMatchObject({
      ok: false,
      problems: [{ field, rule: 'noDate' }],
    });
  });
});

/** The same rule with its lists turned round and doubled, its defaults said, and parts that do nothing. */
function rewritten(rule: RecurrenceRule): RecurrenceRule {
  const { frequency, byDay, byMonthDay, byMonth, bySetPosition } = rule;
  const doubled = <T>(list: readonly T[]) => [...list, ...list].reverse();
  const isFiltered = frequency === 'daily' || byMonthDay !== undefined;
  const days = byDay ?? (isFiltered ? WEEKDAYS.map((day) => ({ day })) : undefined);
  const months = byMonth ?? (frequency === 'yearly' ? undefined : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const isLong = months?.every((month) => [1, 3, 5, 7, 8, 10, 12].includes(month)) ?? false;
  return {
    ...rule,
    interval: rule.interval ?? 1,
    skip: isLong ? 'forward' : (rule.skip ?? 'omit'),
    ...(days && { byDay: doubled(days) }),
    ...(byMonthDay && { byMonthDay: doubled(byMonthDay) }),
    ...(months && { byMonth: doubled(months) }),
    ...(bySetPosition && { bySetPosition: doubled(bySetPosition) }),
  };
}

test('however a rule is written, its canonical form is the same', () => {
  fc.assert(
    fc.property(arbitraryRule, arbitraryStart, (rule, start) => {
      const json = (written: RecurrenceRule) => JSON.stringify(canonicalRule(written, start, 'mo'));
      expect(json(rewritten(rule))).toBe(json(rule));
    }),
    runs(200),
  );
});

describe('the text of a rule', () => {
  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
    ],
    [
      'FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=BACKWARD',
      'RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=BACKWARD',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD', 'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD'],
    ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=OMIT', 'FREQ=MONTHLY;BYMONTHDAY=31'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;UNTIL=20261231',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;UNTIL=20261231',
    ],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3'],
  ])('%s is written as %s', (input, text) => expect(toRRule(ruleOf(input))).toBe(text));
});
