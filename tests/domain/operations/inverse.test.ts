import { describe, expect, test } from '@jest/globals';
import { isCreatedTouched } from '../../../domain/operations/blockers.js';
import {
  invert,
  packInverse,
  unpackInverse,
  type CreatedInverse,
  type RowInverse,
} from '../../../domain/operations/inverse.js';
import type { ChecklistItemId } from '../../../domain/shared/ids.js';
import type { JournalEntry } from '../../../domain/sync/journal.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anId } from '../../builders/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aRowOf, aSeries } from '../../builders/series.js';

/** Journals an edit of `count` occurrences. `notesOf(i)` gives the notes of occurrence `i` before and after it. */
function edited(count: number, notesOf: (i: number) => Pick<Occurrence, 'notes'>[]): JournalEntry[] {
  return Array.from({ length: count }, (_, i) => {
    const [before, after] = notesOf(i).map((notes) =>
      anOccurrence({ ...notes, householdId: anId(), createdBy: anId() }),
    );
    const { id, householdId } = before!;
    return {
      kind: 'occurrence',
      id,
      householdId,
      before: before!,
      after: { ...before!, notes: after!.notes },
    };
  });
}
const long = (letter: string) => ({ notes: letter.repeat(10_000) });

test('packInverse stores each long text of a thousand edited rows once, and unpackInverse restores all rows', () => {
  const inverse = invert(edited(1_000, () => [long('a'), long('b')]));
  expect(inverse).toHaveLength(1_000);
  const packed = packInverse(inverse!);
  expect(JSON.stringify(packed).length).toBeLessThan(400_000);
  expect(unpackInverse(JSON.parse(JSON.stringify(packed)) as unknown[])).toEqual(inverse);
});

test('packInverse stores a single row unchanged, because no other row can contain the same texts', () => {
  const inverse = [{ kind: 'occurrence', id: 'a', did: 'created', row: { notes: 'n'.repeat(1_000) } }];
  expect(packInverse(inverse)).toBe(inverse);
  expect(unpackInverse(packInverse(inverse))).toEqual(inverse);
});

test('unpackInverse also reads undo data that were stored without packing', () => {
  const inverse = invert(edited(2, () => [{ notes: 'a' }, long('b')]));
  expect(unpackInverse(inverse!)).toEqual(inverse);
});

test('invert returns null, so that no undo is possible, for an edit with more text than MAX_UNDO_LETTERS', () => {
  const own = (i: number) => long(String.fromCodePoint(0x4e00 + i));
  expect(invert(edited(300, (i) => [own(i), { notes: '' }]))).not.toBeNull();
  expect(invert(edited(500, (i) => [own(i), { notes: '' }]))).toBeNull();
});

describe('isCreatedTouched, for an occurrence with its own checklist that was created together with a change of its series', () => {
  const series = aSeries({ householdId: anId(), createdBy: anId() });
  const glass = { id: anId<ChecklistItemId>(), title: 'Glass', done: false };
  const row = aRowOf(series, 0, { checklist: [glass] });
  const { householdId } = series;
  const [, created] = invert([
    { kind: 'series', householdId, id: series.id, before: series, after: { ...series, version: 2 } },
    { kind: 'occurrence', householdId, id: row.id, before: null, after: row },
  ]) as [RowInverse, CreatedInverse<'occurrence'>];
  const later = (fields: Partial<Occurrence>) => ({ ...row, version: row.version + 2, ...fields });

  test.each<[string, boolean, Partial<Occurrence>]>([
    ['is false if the occurrence has its content again', false, {}],
    ['is false if the occurrence is equal to its series now', false, { checklist: [] }],
    ['is true if the item was ticked', true, { checklist: [{ ...glass, done: true }] }],
    [
      'is true if another item was added',
      true,
      { checklist: [glass, { ...glass, id: anId(), title: 'Paper' }] },
    ],
    ['is true if the occurrence was moved to another series', true, { seriesId: anId() }],
  ])('%s', (_name, isTouched, fields) => {
    expect(isCreatedTouched(later(fields), created.row, series)).toBe(isTouched);
  });
});
