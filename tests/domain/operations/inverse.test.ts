import { expect, test } from '@jest/globals';
import { invert, packInverse, unpackInverse } from '../../../domain/operations/inverse.js';
import type { JournalEntry } from '../../../domain/sync/journal.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anId } from '../../builders/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';

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

test('unpackInverse also reads undo data that were stored without packing', () => {
  const inverse = invert(edited(2, () => [{ notes: 'a' }, long('b')]));
  expect(unpackInverse(inverse!)).toEqual(inverse);
});

test('invert returns null, so that no undo is possible, for an edit with more text than MAX_UNDO_LETTERS', () => {
  const own = (i: number) => long(String.fromCodePoint(0x4e00 + i));
  expect(invert(edited(300, (i) => [own(i), { notes: '' }]))).not.toBeNull();
  expect(invert(edited(500, (i) => [own(i), { notes: '' }]))).toBeNull();
});
