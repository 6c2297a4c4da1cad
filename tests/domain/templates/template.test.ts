import { describe, expect, test } from '@jest/globals';
import { dateProblems, toDrafts } from '../../../domain/templates/apply.js';
import { templateProblems, type TemplateTask } from '../../../domain/templates/template.js';
import { anId } from '../../builders/ids.js';
import { aTemplateTask } from '../../builders/template.js';

const [ana, ben, kitchen, gone] = [anId(), anId(), anId(), anId()] as never[] as [never, never, never, never];
const day = (text: string) => text as never;

describe('templateProblems', () => {
  const fields = (task: Partial<TemplateTask>) =>
    templateProblems([aTemplateTask(), aTemplateTask(task)], ana).map(
      ({ field, rule }) => `${field} ${rule}`,
    );
  test.each<[Partial<TemplateTask>, string[]]>([
    [{}, []],
    [{ dayOffset: null, softDue: { kind: 'THIS_WEEK' } }, []],
    [{ dayOffset: 3, time: day('10:00') }, []],
    [{ visibility: 'PERSONAL' }, ['tasks.1.visibility shared']],
    [{ dayOffset: null, time: day('10:00') }, ['tasks.1.time needsDate']],
    [{ dayOffset: 0, softDue: { kind: 'THIS_WEEK' } }, ['tasks.1.softDue withoutDate']],
    [{ rotation: { kind: 'fixed', members: [] } }, ['tasks.1.rotation needsRecurrence']],
  ])('for the task %j returns the problems %j', (task, expected) => expect(fields(task)).toEqual(expected));
});

describe('creating tasks from a template', () => {
  const apply = (task: Partial<TemplateTask>, options: object = {}) =>
    toDrafts([aTemplateTask(task)], {
      date: day('2026-12-24'),
      responsibleMemberIds: null,
      members: new Set([ana, ben]),
      categories: new Set([kitchen]),
      calendars: new Set(),
      ...options,
    })[0];

  test.each([
    [0, '2026-12-24'],
    [-24, '2026-11-30'],
    [8, '2027-01-01'],
    [null, null],
  ])('sets the date of a task with the day offset %p to %p', (dayOffset, date) => {
    const draft = apply({ dayOffset });
    expect(draft?.date).toBe(date);
    expect(draft).not.toHaveProperty('dayOffset');
  });

  test('removes a deleted category and former members from a task', () => {
    expect(apply({ categoryId: kitchen, responsibleMemberIds: [ana] })).toMatchObject({
      categoryId: kitchen,
      responsibleMemberIds: [ana],
    });
    expect(apply({ categoryId: gone, responsibleMemberIds: [gone, ben] })).toMatchObject({
      categoryId: null,
      responsibleMemberIds: [ben],
    });
  });

  test('assigns a task to the given members, if any, and removes its rotation', () => {
    const rotation = { kind: 'fixed', members: [ana] } as const;
    expect(apply({ responsibleMemberIds: [ana], rotation }, { responsibleMemberIds: [ben] })).toMatchObject({
      responsibleMemberIds: [ben],
      rotation: null,
    });
    expect(apply({ rotation }, { responsibleMemberIds: [] })).toMatchObject({ responsibleMemberIds: [] });
    expect(apply({ rotation })).toMatchObject({ rotation });
  });

  test.each([
    ['9998-12-31', 0, 0],
    ['9998-12-31', 1, 1],
    ['0001-01-01', -1, 1],
    ['0001-01-01', null, 0],
  ])(
    'is checked by dateProblems, which for the date %s and the day offset %p returns %i problems',
    (date, dayOffset, count) =>
      expect(dateProblems([aTemplateTask({ dayOffset })], day(date))).toHaveLength(count),
  );
});
