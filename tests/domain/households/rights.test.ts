import { expect, test } from '@jest/globals';
import type { Group } from '../../../domain/households/household.js';
import {
  isAllowed,
  mayActOn,
  mayEditItem,
  mayTickFor,
  ownTask,
  type Right,
} from '../../../domain/households/rights.js';
import type { MemberId } from '../../../domain/shared/ids.js';

const id = (name: string) => name as MemberId;
const asker = (group: Group) => ({ memberId: id('Leo'), group });

test.each<[Right, Group[], Group[]]>([
  ['everybody', ['ADULT', 'CHILD', 'GUEST'], ['ADULT', 'CHILD', 'GUEST']],
  ['own', ['ADULT', 'CHILD', 'GUEST'], ['ADULT', 'CHILD', 'GUEST']],
  ['onDisplay', ['ADULT'], ['ADULT', 'CHILD', 'GUEST']],
  ['adult', ['ADULT'], ['ADULT']],
])(
  'isAllowed with the right %s allows the groups %j, and on a display the groups %j',
  (right, groups, onDisplay) => {
    const all = ['ADULT', 'CHILD', 'GUEST'] as const;
    expect(all.filter((group) => isAllowed(group, right, false))).toEqual(groups);
    expect(all.filter((group) => isAllowed(group, right, true))).toEqual(onDisplay);
  },
);

test.each<[Group, string[], boolean]>([
  ['CHILD', ['Leo'], true],
  ['CHILD', ['Mia', 'Leo'], true],
  ['CHILD', [], true],
  ['CHILD', ['Mia'], false],
  ['GUEST', ['Mia'], false],
  ['ADULT', ['Mia'], true],
])(
  'mayActOn for the member Leo of the group %s and a task assigned to %j returns %s',
  (group, people, may) => {
    expect(mayActOn(asker(group), { responsibleMemberIds: people.map(id) })).toBe(may);
  },
);

test('a child may tick tasks only for itself, a guest may tick but not edit checklist items, and an adult may do both', () => {
  expect(mayTickFor(asker('CHILD'), id('Leo'))).toBe(true);
  expect(mayTickFor(asker('CHILD'), id('Mia'))).toBe(false);
  expect(mayTickFor(asker('ADULT'), id('Mia'))).toBe(true);
  expect(mayEditItem(asker('GUEST'), { done: true })).toBe(true);
  expect(mayEditItem(asker('GUEST'), { done: true, title: 'x' })).toBe(false);
  expect(mayEditItem(asker('ADULT'), { title: 'x' })).toBe(true);
});

test.each<[Group, string, string[], object | null, string[] | null]>([
  ['CHILD', 'SHARED', ['Leo'], null, ['Leo']],
  ['CHILD', 'SHARED', [], null, ['Leo']],
  ['CHILD', 'PERSONAL', [], null, []],
  ['CHILD', 'SHARED', ['Leo', 'Mia'], null, null],
  ['GUEST', 'SHARED', ['Mia'], null, null],
  ['CHILD', 'SHARED', [], {}, null],
  ['ADULT', 'SHARED', ['Mia'], {}, ['Mia']],
  ['ADULT', 'SHARED', [], null, []],
])(
  'ownTask for the member Leo of the group %s and a %s task for %j with the rotation %j returns the assignees %j',
  (group, visibility, people, rotation, expected) => {
    const draft = { visibility: visibility as 'SHARED', responsibleMemberIds: people.map(id), rotation };
    expect(ownTask(draft, asker(group))?.responsibleMemberIds ?? null).toEqual(expected);
  },
);
