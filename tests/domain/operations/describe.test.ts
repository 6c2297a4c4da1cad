import { describe as group, expect, test } from '@jest/globals';
import { describe } from '../../../domain/operations/describe.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anOccurrence } from '../../builders/occurrence.js';

const [ana, ben, cleo] = ['ana', 'ben', 'cleo'] as unknown as [MemberId, MemberId, MemberId];
const nag = { everyMinutes: 30, times: 2 };
const AT = Date.parse('2026-11-20T12:00:00Z');

group('the description of an operation', () => {
  const householdId = 'home' as unknown as HouseholdId;
  const before = anOccurrence({ householdId, createdBy: ana, responsibleMemberIds: [ben, cleo] });
  const describeChange = (change: Partial<Occurrence>, was: Occurrence = before) => {
    const after = { ...was, version: was.version + 1, ...change };
    return describe([{ kind: 'occurrence', householdId, id: after.id, before: was, after }]);
  };
  const paramsOf = (...change: Parameters<typeof describeChange>) => describeChange(...change)?.params;
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

  test.each<readonly [kind: string, what: string, change: Partial<Occurrence>]>([
    ['MOVED', 'only the date changed', { date: civilDate('2026-12-01') }],
    ['ASSIGNED', 'only the responsible members changed', { responsibleMemberIds: [ana] }],
    ['EDITED', 'the title changed too', { date: civilDate('2026-12-01'), title: 'Bins' }],
    ['EDITED', 'the repeated reminders changed too', { date: civilDate('2026-12-01'), nag }],
    ['EDITED', 'the escalation changed too', { responsibleMemberIds: [ana], escalateAfterMinutes: 60 }],
  ])('has the kind %s if %s', (kind, _what, change) => {
    expect(describeChange(change)?.kind).toBe(kind);
  });
});
