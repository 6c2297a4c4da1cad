import { describe as group, expect, test } from '@jest/globals';
import { describe } from '../../../domain/operations/describe.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anOccurrence } from '../../builders/occurrence.js';

const [ana, ben, cleo] = ['ana', 'ben', 'cleo'] as unknown as [MemberId, MemberId, MemberId];
const AT = Date.parse('2026-11-20T12:00:00Z');

group('the description of an operation', () => {
  const householdId = 'home' as unknown as HouseholdId;
  const before = anOccurrence({ householdId, createdBy: ana, responsibleMemberIds: [ben, cleo] });
  const paramsOf = (change: Partial<Occurrence>, was: Occurrence = before) => {
    const after = { ...was, version: was.version + 1, ...change };
    return describe([{ kind: 'occurrence', householdId, id: after.id, before: was, after }])?.params;
  };
  const done = (completedFor: MemberId, by: MemberId): Partial<Occurrence> => ({
    ...{ status: 'DONE', completedAt: AT, completedBy: by, completedFor, updatedBy: by },
  });

  test('names the member who did a task when another member ticked it', () => {
    expect(paramsOf(done(ben, ana))).toEqual({ doneByIds: [ben] });
  });

  test('names nobody in `doneByIds` when the member who did the task also ticked it', () => {
    expect(paramsOf(done(ben, ben))).toEqual({});
  });

  test('names all members who did a task together', () => {
    const doneBy = [ana, ben].map((memberId) => ({ memberId, at: AT }));
    expect(paramsOf({ ...done(ana, ana), doneBy })).toEqual({ doneByIds: [ana, ben] });
  });

  test('names the member whose own part was ticked by another member', () => {
    const each = { ...before, completion: 'all' as const };
    expect(paramsOf({ doneBy: [{ memberId: cleo, at: AT }], updatedBy: ana }, each)).toEqual({
      doneByIds: [cleo],
    });
  });
});
