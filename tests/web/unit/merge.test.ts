import { describe, expect, test } from '@jest/globals';
import {
  compareTexts,
  findConflict,
  isConflict,
  merge,
  resolve,
  pickSeen,
  type Conflict,
  type Fields,
  type Group,
} from '../../../web/src/data/merge.ts';
import type { Refusal } from '../../../web/src/data/outbox-rules.ts';

type Row = Parameters<typeof merge>[1];

const BEFORE = {
  id: 'bins',
  title: 'Take out bins',
  notes: null,
  date: '2026-11-24',
  time: '19:00',
  allDay: false,
  durationMinutes: null,
  softDue: null,
  categoryId: null,
  priority: 'NORMAL',
  visibility: 'SHARED',
  responsibleMemberIds: ['ana', 'ben'],
  reminders: [30, 10],
  updatedBy: 'ben',
  updatedAt: '2026-11-22T18:00:00.000Z',
} as unknown as Row;

const edited = (set: Fields, theirs: Fields = {}, base: Fields = pickSeen(BEFORE, set)) =>
  merge({ set, base }, { ...BEFORE, ...theirs } as Row);

describe('merging an edit with the current row', () => {
  test.each<[string, Fields, Fields, Group[]]>([
    ['an edit of a task that nobody else has changed', { title: 'Bins' }, {}, []],
    ['a change of another field', { title: 'Bins' }, { notes: 'Brown one' }, []],
    ['two different changes of the same field', { title: 'Bins' }, { title: 'Rubbish' }, ['title']],
    ['two equal changes of the same field', { title: 'Bins' }, { title: 'Bins' }, []],
    [
      'a new date and a new time, which belong to the same group',
      { date: '2026-11-25' },
      { time: '20:00' },
      ['schedule'],
    ],
    ['the same assignees in another order', { title: 'Bins' }, { responsibleMemberIds: ['ben', 'ana'] }, []],
    [
      'two different changes of the assignees',
      { responsibleMemberIds: ['chloe'] },
      { responsibleMemberIds: ['ben'] },
      ['people'],
    ],
    ['reminders in another order', { reminders: [60] }, { reminders: [10, 30] }, []],
    [
      'two groups of which only one is in conflict',
      { title: 'Bins', notes: 'Mine' },
      { notes: 'Theirs' },
      ['notes'],
    ],
    ['a removed date and a new date', { date: null }, { date: '2026-12-01' }, ['schedule']],
  ])('finds the right conflicts for %s', (_, set, theirs, asked) => {
    const result = edited(set, theirs);
    expect(isConflict(result) ? result.differences.map(({ group }) => group) : []).toEqual(asked);
  });

  test('sends as base the current values of all fields in the groups that the edit changes', () => {
    expect(edited({ time: '18:00' }, { notes: 'Brown one' })).toEqual({
      set: { time: '18:00' },
      base: { date: '2026-11-24', time: '19:00', allDay: false, durationMinutes: null, softDue: null },
    });
  });

  test('finds a conflict if a text was begun before the change of another member and sent after that change', () => {
    const result = edited({ title: 'Bins' }, { title: 'Rubbish' }, { title: 'Take out bins' });
    expect(result).toMatchObject({
      differences: [{ yours: { title: 'Bins' }, theirs: { title: 'Rubbish' }, theirsBy: 'ben' }],
    });
  });
});

describe('resolving a conflict', () => {
  const conflict = edited(
    { title: 'Bins', notes: 'Mine', priority: 'HIGH' },
    { title: 'Rubbish', notes: 'Theirs' },
  ) as Conflict;

  test("keeps the other member's values and applies the user's changes of other fields if nothing was chosen", () => {
    expect(resolve(conflict, new Map())).toEqual({ set: { priority: 'HIGH' }, base: { priority: 'NORMAL' } });
  });

  test('sends the current values as base of the edit, so that a third change is detected', () => {
    expect(resolve(conflict, new Map([['title', 'yours']]))).toEqual({
      set: { priority: 'HIGH', title: 'Bins' },
      base: { priority: 'NORMAL', title: 'Rubbish' },
    });
  });

  test('sends nothing if the user keeps all values of the other member', () => {
    const alone = edited({ title: 'Bins' }, { title: 'Rubbish' }) as Conflict;
    expect(resolve(alone, new Map([['title', 'theirs']]))).toBeNull();
  });
});

describe('a conflict that the service reports', () => {
  const refusal = (reason: 'CHANGED' | 'SERIES_CHANGED' | 'DELETED'): Refusal => ({
    entry: {
      id: '1',
      userId: 'ana',
      householdId: 'home',
      order: 1,
      at: '2026-11-22T18:00:00.000Z',
      state: 'sent',
      act: {
        type: 'occurrence.set',
        occurrenceId: 'bins',
        set: { notes: 'Mine', priority: 'HIGH' },
        base: { notes: null, priority: 'NORMAL' },
      },
    },
    code: 'CONFLICT',
    conflict: {
      reason,
      current: { ...BEFORE, notes: 'Theirs', version: 2 },
      groups: [{ group: 'notes', theirsBy: 'ben', theirsAt: '2026-11-22T19:00:00.000Z' }],
    },
  });

  test('has the same form as a conflict that the client finds itself', () => {
    expect(findConflict(refusal('CHANGED'), undefined)).toEqual({
      occurrenceId: 'bins',
      differences: [
        {
          group: 'notes',
          yours: { notes: 'Mine' },
          theirs: { notes: 'Theirs' },
          theirsBy: 'ben',
          theirsAt: '2026-11-22T19:00:00.000Z',
        },
      ],
      rest: { priority: 'HIGH' },
      current: { notes: 'Theirs', priority: 'NORMAL' },
    });
  });

  test('is compared with the newest version of the row, whether or not the device stored the row', () => {
    const later = { ...BEFORE, notes: 'Theirs, again', version: 3 };
    const kept = refusal('CHANGED');
    const unkept = { ...kept, conflict: { ...kept.conflict, reason: 'CHANGED', current: null } } as Refusal;
    for (const each of [kept, unkept])
      expect(findConflict(each, later)).toMatchObject({
        differences: [{ theirs: { notes: 'Theirs, again' } }],
        current: { notes: 'Theirs, again' },
      });
    expect(findConflict(unkept, undefined)).toBeNull();
  });

  test.each(['SERIES_CHANGED', 'DELETED'] as const)('is no field conflict if the reason is %s', (reason) => {
    expect(findConflict(refusal(reason), BEFORE)).toBeNull();
  });
});

describe('comparing two texts', () => {
  const lines = (yours: string, theirs: string) =>
    compareTexts(yours, theirs).map(
      ({ text, kind }) => `${{ same: ' ', yours: '+', theirs: '-' }[kind]}${text}`,
    );

  test.each<[string, string, string, string[]]>([
    ['nothing in equal texts', 'a\nb', 'a\nb', [' a', ' b']],
    ['an added line', 'a\nx\nb', 'a\nb', [' a', '+x', ' b']],
    ['a missing line', 'a', 'a\nb', [' a', '-b']],
    ['one line of each text', 'a\nx', 'a\ny', [' a', '-y', '+x']],
    ['every line of texts without a common line', 'x', 'y', ['-y', '+x']],
  ])('marks %s', (_, yours, theirs, expected) => {
    expect(lines(yours, theirs)).toEqual(expected);
  });

  test('shows two texts of thousands of lines as one block each, without comparing their lines', () => {
    const long = (letter: string) => `${letter}\n`.repeat(5000);
    expect(compareTexts(long('a'), long('b'))).toHaveLength(2);
  });
});
