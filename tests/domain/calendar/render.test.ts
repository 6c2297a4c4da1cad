import { describe, expect, test } from '@jest/globals';
import { backoffMs, quotaPauseMs } from '../../../domain/calendar/pace.js';
import {
  isCreatable,
  isEligible,
  syncWindow,
  type DatedOccurrence,
} from '../../../domain/calendar/eligibility.js';
import { toEventId, occurrenceOfEvent } from '../../../domain/calendar/event.js';
import { findRemoteEdit } from '../../../domain/calendar/read-back.js';
import { renderEvent, type RenderContext } from '../../../domain/calendar/render.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { HouseholdId, MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { anId } from '../../builders/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';

const PARIS = 'Europe/Paris' as TimeZone;
const anna = anId<MemberId>();
const household = {
  id: anId<HouseholdId>(),
  timeZone: PARIS,
  calendarTitleFormat: '{title} — {members}',
  locale: 'en',
} as const;
const context: RenderContext = {
  household,
  memberNames: new Map([[anna, 'Anna']]),
  categoryNames: new Map(),
  linkTo: (_household, id) => `https://web.example.org/${id}`,
};
const aTask = (fields: Partial<DatedOccurrence> = {}): DatedOccurrence => ({
  ...anOccurrence({ householdId: household.id, createdBy: anna }),
  responsibleMemberIds: [anna],
  date: civilDate('2026-11-25'),
  time: civilTime('18:00'),
  ...fields,
});
const instants = (start: string, end: string) => ({
  kind: 'instants',
  start: Date.parse(start),
  end: Date.parse(end),
});

describe('renderEvent', () => {
  test.each([
    ['Bins', 'TODO', 'Bins — Anna'],
    ['Bins', 'DONE', '✓ Bins — Anna'],
    ['✓ Bins', 'DONE', '✓ ✓ Bins — Anna'],
  ] as const)('gives the event of the task %s with status %s the title %s', (title, status, expected) => {
    expect(renderEvent(aTask({ title, status }), context).title).toBe(expected);
  });

  test('cuts a title that is too long, but not the names of the assignees', () => {
    const { title } = renderEvent(aTask({ title: 'x'.repeat(2000) }), context);
    expect(title.length).toBe(1024);
    expect(title.endsWith('x — Anna')).toBe(true);
  });

  test('escapes markup in names', () => {
    const memberNames = new Map([[anna, '<b>Anna & Co']]);
    expect(renderEvent(aTask(), { ...context, memberNames }).description).toContain('&lt;b&gt;Anna &amp; Co');
  });

  test.each([
    ['2026-11-25', '18:00', 45, instants('2026-11-25T17:00Z', '2026-11-25T17:45Z')],
    ['2026-07-01', '18:00', null, instants('2026-07-01T16:00Z', '2026-07-01T16:30Z')],
    ['2027-03-28', '02:30', 60, instants('2027-03-28T01:30Z', '2027-03-28T02:30Z')],
    ['2026-10-25', '02:30', 60, instants('2026-10-25T00:30Z', '2026-10-25T01:30Z')],
    ['2026-12-31', null, 30, { kind: 'days', from: '2026-12-31', until: '2027-01-01' }],
    ['2026-12-31', null, 2880, { kind: 'days', from: '2026-12-31', until: '2027-01-02' }],
  ])(
    'gives the event of a task on %s at %s with %s minutes the right times, even when the clocks change',
    (date, time, minutes, expected) => {
      const task = aTask({
        date: civilDate(date),
        time: time === null ? null : civilTime(time),
        durationMinutes: minutes,
      });
      expect(renderEvent(task, context).times).toEqual(expected);
    },
  );
});

describe('findRemoteEdit', () => {
  const read = (task: DatedOccurrence, title: string) => {
    const { times, title: was, frame } = renderEvent(task, context);
    return findRemoteEdit(task, { title, times }, { title: was, times, frame }, frame, PARIS);
  };

  test.each([
    ['Bins', 'Bins — Anna', null],
    ['Bins', 'Paper — Anna', { title: 'Paper' }],
    ['Bins', '✓ Paper', { title: 'Paper' }],
    ['Bins', '✅ ✓ Paper — Anna', { title: 'Paper' }],
    ['Bins', '  ', null],
    ['Bins', 'Pa\u0000per\n\tnow — Anna', { title: 'Pa per now' }],
    ['Bins', '\u0000 — Anna', null],
    ['Bins', 'Pape\u0301 — Anna', { title: 'Pap\u00e9' }],
    ['Bins', `${'x'.repeat(199)}😀😀 — Anna`, { title: `${'x'.repeat(199)}😀` }],
    ['Bins', 'Paper \ud83d — Anna', { title: 'Paper \ufffd' }],
    ['Bins', `Q${'\u0323'.repeat(500)}`, { title: `Q${'\u0323'.repeat(30)}` }],
    ['Bins', 'Bins', null],
    // The title itself contains `✓` and `—`, which titles of events also add.
    ['✓ call — Anna', '✓ call — Anna — Anna', null],
    ['call — Anna', 'call me — Anna — Anna', { title: 'call me — Anna' }],
  ])('for the task %s whose event now has the title %s returns the edit %j', (title, shown, expected) => {
    expect(read(aTask({ title }), shown)).toEqual(expected);
  });
});

test('toEventId and occurrenceOfEvent are inverse functions', () => {
  const id = anId<OccurrenceId>();
  expect(toEventId(id)).toMatch(/^gn[0-9a-f]{32}$/);
  expect(occurrenceOfEvent(toEventId(id))).toEqual(id);
  expect(occurrenceOfEvent('gnx')).toBeNull();
});

test('isCreatable accepts dates from yesterday to 60 days ahead, and isEligible only shared, open or done tasks outside the trash', () => {
  const window = syncWindow(civilDate('2026-11-25'));
  const on = (date: string) => isCreatable(aTask({ date: civilDate(date) }), window);
  expect(['2026-11-23', '2026-11-24', '2027-01-24', '2027-01-25'].map(on)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(
    (['TODO', 'DONE', 'SKIPPED', 'CANCELLED'] as const).map((status) => isEligible(aTask({ status }))),
  ).toEqual([true, true, false, false]);
  expect(isEligible(aTask({ visibility: 'PERSONAL' }))).toBe(false);
  expect(isEligible(aTask({ deletedAt: 1 }))).toBe(false);
});

test.each([
  [1, 0, 1600],
  [1, 0.5, 2000],
  [3, 0.5, 8000],
  [7, 1, 153_600],
  [20, 0.5, 3_600_000],
])('after failure %i, with the random number %d, backoffMs returns %i ms', (attempt, random, expected) => {
  expect(backoffMs(attempt, random)).toBe(expected);
});

test('quotaPauseMs returns 15 minutes at first, then twice as long each time, up to an hour', () => {
  expect([1, 2, 3, 4].map(quotaPauseMs)).toEqual([900_000, 1_800_000, 3_600_000, 3_600_000]);
});
