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

describe('three ways: as it was, as one wants it, as it is now', () => {
  test.each<[string, Fields, Fields, Group[]]>([
    ['nobody else changed anything', { title: 'Bins' }, {}, []],
    ['the other changed another field', { title: 'Bins' }, { notes: 'Brown one' }, []],
    ['both changed the same field', { title: 'Bins' }, { title: 'Rubbish' }, ['title']],
    ['both to the same', { title: 'Bins' }, { title: 'Bins' }, []],
    ['a date against a time: they hang together', { date: '2026-11-25' }, { time: '20:00' }, ['schedule']],
    ['the same people in another order', { title: 'Bins' }, { responsibleMemberIds: ['ben', 'ana'] }, []],
    [
      'people against people',
      { responsibleMemberIds: ['chloe'] },
      { responsibleMemberIds: ['ben'] },
      ['people'],
    ],
    ['reminders in another order are no change', { reminders: [60] }, { reminders: [10, 30] }, []],
    [
      'two groups at once, of which one is asked about',
      { title: 'Bins', notes: 'Mine' },
      { notes: 'Theirs' },
      ['notes'],
    ],
    ['cleared against changed', { date: null }, { date: '2026-12-01' }, ['schedule']],
  ])('%s', (_, set, theirs, asked) => {
    const result = edited(set, theirs);
    expect(isConflict(result) ? result.differences.map(({ group }) => group) : []).toEqual(asked);
  });

  test('what is merged is sent with what is there now, whole groups of it', () => {
    expect(edited({ time: '18:00' }, { notes: 'Brown one' })).toEqual({
      set: { time: '18:00' },
      base: { date: '2026-11-24', time: '19:00', allDay: false, durationMinutes: null, softDue: null },
    });
  });

  test('a text that was begun before the other changed it is in conflict, although it is sent after', () => {
    const result = edited({ title: 'Bins' }, { title: 'Rubbish' }, { title: 'Take out bins' });
    expect(result).toMatchObject({
      differences: [{ yours: { title: 'Bins' }, theirs: { title: 'Rubbish' }, theirsBy: 'ben' }],
    });
  });
});

describe('what was decided', () => {
  const conflict = edited(
    { title: 'Bins', notes: 'Mine', priority: 'HIGH' },
    { title: 'Rubbish', notes: 'Theirs' },
  ) as Conflict;

  test('nothing chosen: theirs stays, and what nobody else touched is done', () => {
    expect(resolve(conflict, new Map())).toEqual({ set: { priority: 'HIGH' }, base: { priority: 'NORMAL' } });
  });

  test('mine goes over what is there now, so that a third change is asked about again', () => {
    expect(resolve(conflict, new Map([['title', 'yours']]))).toEqual({
      set: { priority: 'HIGH', title: 'Bins' },
      base: { priority: 'NORMAL', title: 'Rubbish' },
    });
  });

  test('all of theirs: nothing to send', () => {
    const alone = edited({ title: 'Bins' }, { title: 'Rubbish' }) as Conflict;
    expect(resolve(alone, new Map([['title', 'theirs']]))).toBeNull();
  });
});

describe('a conflict that the service found', () => {
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

  test('is the same as one that was found here', () => {
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

  test('after a while it is about what is there by then, whether or not that was kept', () => {
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

  test.each(['SERIES_CHANGED', 'DELETED'] as const)(
    'of another kind there is nothing to merge: %s',
    (reason) => {
      expect(findConflict(refusal(reason), BEFORE)).toBeNull();
    },
  );
});

describe('two texts beside each other', () => {
  const lines = (yours: string, theirs: string) =>
    compareTexts(yours, theirs).map(
      ({ text, kind }) => `${{ same: ' ', yours: '+', theirs: '-' }[kind]}${text}`,
    );

  test.each<[string, string, string, string[]]>([
    ['the same', 'a\nb', 'a\nb', [' a', ' b']],
    ['a line more', 'a\nx\nb', 'a\nb', [' a', '+x', ' b']],
    ['a line less', 'a', 'a\nb', [' a', '-b']],
    ['one line each', 'a\nx', 'a\ny', [' a', '-y', '+x']],
    ['nothing in common', 'x', 'y', ['-y', '+x']],
  ])('%s', (_, yours, theirs, expected) => {
    expect(lines(yours, theirs)).toEqual(expected);
  });

  test('texts of thousands of lines are shown whole', () => {
    const long = (letter: string) => `${letter}\n`.repeat(5000);
    expect(compareTexts(long('a'), long('b'))).toHaveLength(2);
  });
});
