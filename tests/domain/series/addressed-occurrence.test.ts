import { describe, expect, test } from '@jest/globals';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import type { Scope } from '../../../domain/series/edit-request.js';
import type { SeriesEdit } from '../../../domain/series/resolve-edit.js';
import { B, C, letters, turns } from '../../builders/members.js';
import { date, seriesState, SeriesWorld, type StoredRow } from '../../builders/series-world.js';

const MONDAYS: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
const FIRST = '2026-01-05';
const THIRD = '2026-01-19';
const ADDRESSED = [
  ['all', FIRST],
  ['all', THIRD],
  ['following', FIRST],
  ['following', THIRD],
] as const satisfies readonly (readonly [Scope, string])[];

/** A series in which three members take turns and one occurrence was changed on its own. */
function worldWith(
  day: string,
  own: SeriesEdit | null,
): { readonly world: SeriesWorld; readonly row: StoredRow } {
  const world = new SeriesWorld();
  world.begin(seriesState(MONDAYS, turns('A B C')));
  if (own !== null) world.edit('s1', day, 'this', own);
  return { world, row: world.row('s1', day) };
}

const NOTE: SeriesEdit = { content: { notes: 'Both' } };
const BY_HAND: SeriesEdit = { responsibleMemberIds: [B] };

describe.each(ADDRESSED)('an edit with scope %s of the occurrence on %s', (scope, day) => {
  /** Returns the addressed occurrence after the edit, and the one a week later. */
  function edited(own: SeriesEdit | null, edit: SeriesEdit) {
    const { world, row } = worldWith(day, own);
    const [next] = [...world.rows.values()].filter(({ seriesIndex }) => seriesIndex === row.seriesIndex + 1);
    world.edit('s1', day, scope, edit);
    return { addressed: world.rows.get(row.id)!, next: world.rows.get(next!.id)! };
  }

  test('changes the fields that an occurrence with a note takes from its series, and keeps the note', () => {
    const { addressed, next } = edited(NOTE, { content: { title: 'Pans', notes: 'All' } });
    expect(addressed.content).toMatchObject({ title: 'Pans', notes: 'Both' });
    expect(next.content).toMatchObject({ title: 'Pans', notes: 'All' });
  });

  test('keeps the member to whom somebody gave the occurrence, and assigns later occurrences to the member that the edit names', () => {
    const { addressed, next } = edited(BY_HAND, { responsibleMemberIds: [C], content: { title: 'Pans' } });
    expect(addressed).toMatchObject({ responsibleMemberIds: [B], content: { title: 'Pans' } });
    expect(next.responsibleMemberIds).toEqual([C]);
  });

  test('assigns an occurrence with a note to the member that the edit names', () => {
    const { addressed } = edited(NOTE, { responsibleMemberIds: [C] });
    expect(addressed.responsibleMemberIds).toEqual([C]);
  });

  test.each(['B C D', 'D B', 'B', 'A B C D'])(
    'gives an occurrence with a note the same turn as an occurrence without a note, if the new turns are %s',
    (order) => {
      const rotation = turns(order);
      const [noted, untouched] = [edited(NOTE, { rotation }), edited(null, { rotation })];
      for (const row of ['addressed', 'next'] as const)
        expect(letters(noted[row].responsibleMemberIds)).toBe(letters(untouched[row].responsibleMemberIds));
      expect(noted.addressed).toMatchObject({ turnReason: 'ROTATION', isException: true });
    },
  );

  test('keeps the member to whom somebody gave the occurrence if the turns change', () => {
    const { addressed } = edited(BY_HAND, { rotation: turns('C D') });
    expect(addressed.responsibleMemberIds).toEqual([B]);
  });

  test('moves an occurrence with a note to the new date', () => {
    const to = date(day === FIRST ? '2026-01-07' : '2026-01-21');
    const { addressed, next } = edited(NOTE, { date: to });
    expect(addressed.date).toBe(to);
    expect(next.date).toBe(day === FIRST ? '2026-01-14' : '2026-01-28');
  });

  test('keeps the date that a member gave the occurrence', () => {
    const own = date(day === FIRST ? '2026-01-06' : '2026-01-20');
    const { addressed, next } = edited(
      { date: own },
      { date: date(day === FIRST ? '2026-01-07' : '2026-01-21') },
    );
    expect(addressed.date).toBe(own);
    expect(next.date).toBe(day === FIRST ? '2026-01-14' : '2026-01-28');
  });
});
