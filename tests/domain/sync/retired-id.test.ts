import { describe, expect, test } from '@jest/globals';
import { expiryOf, isTooOldToGive, listRetired } from '../../../domain/sync/journal.js';
import type { TaskId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { DAY } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';

/** Example of RFC 9562, appendix A.6. */
const VERSION_7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const MADE_AT = Date.UTC(2022, 1, 22, 19, 22, 22);

describe('expiryOf', () => {
  test('returns the instant 400 days after an id of version 7 was created. From then on, isTooOldToGive returns true', () => {
    expect(expiryOf(VERSION_7)).toBe(MADE_AT + 400 * DAY);
    expect(isTooOldToGive(VERSION_7, MADE_AT + 400 * DAY - 1)).toBe(false);
    expect(isTooOldToGive(VERSION_7, MADE_AT + 400 * DAY)).toBe(true);
  });

  test('returns null for an id that contains no usable time', () => {
    expect(expiryOf('017f22e2-79b0-4cc3-98c4-dc0c0c07398f')).toBeNull();
    expect(expiryOf('ffffffff-ffff-7fff-bfff-ffffffffffff')).toBeNull();
  });

  test('returns only instants before the year 9999', () => {
    const idOf = (madeAt: number) =>
      madeAt.toString(16).replace(/^(.{8})(.{4})$/, '$1-$2-7cc3-98c4-dc0c0c07398f');
    const last = Date.UTC(9999, 0) - 1;
    expect(expiryOf(idOf(last - 400 * DAY))).toBe(last);
    expect(expiryOf(idOf(last - 400 * DAY + 1))).toBeNull();
  });
});

describe('listRetired', () => {
  const before = anOccurrence({ householdId: anId(), createdBy: anId() });
  const { householdId, id, taskId } = before;
  const entry = { kind: 'occurrence', householdId, id, before } as const;

  test('returns the ids of an occurrence that is deleted for good', () => {
    expect(listRetired([{ ...entry, after: null }])).toEqual([
      { householdId, kind: 'occurrence', id, expiresAt: expiryOf(id) },
      { householdId, kind: 'task', id: taskId, expiresAt: expiryOf(taskId) },
    ]);
  });

  test('returns the id of the former task of an occurrence that moves to another task', () => {
    const after = { ...before, taskId: anId<TaskId>() };
    expect(listRetired([{ ...entry, after }]).map((retired) => retired.id)).toEqual([taskId]);
  });

  test('returns nothing for an occurrence that is new or moves to the trash', () => {
    expect(listRetired([{ ...entry, after: { ...before, deletedAt: 1 } }])).toEqual([]);
    expect(listRetired([{ ...entry, before: null, after: before }])).toEqual([]);
  });
});
