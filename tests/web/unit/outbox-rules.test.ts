import { describe, expect, test } from '@jest/globals';
import {
  containsText,
  toPatches,
  rename,
  readResults,
  findCancelled,
  textsIn,
  type Act,
  type Entry,
  type Result,
} from '../../../web/src/data/outbox-rules.ts';

const AT = '2026-11-22T18:00:00.000Z';
const entry = (id: string, act: Act, state: Entry['state'] = 'waiting'): Entry => ({
  id,
  userId: 'ana',
  householdId: 'home',
  order: 1,
  at: AT,
  act,
  state,
});
const complete = { type: 'occurrence.complete', occurrenceId: 'bins' } as const;
const reopen = { type: 'occurrence.reopen', occurrenceId: 'bins' } as const;
const base = { quantity: 2, unit: 'l', note: null };
const check = (checked: boolean) => ({ type: 'shopping.set', itemId: 'milk', checked, base }) as const;

describe('findCancelled', () => {
  test.each<[string, Act, Act, boolean]>([
    ['a tick and its removal', complete, reopen, true],
    ['a removal and a new tick', reopen, complete, true],
    ['actions on different tasks', complete, { ...reopen, occurrenceId: 'dishes' }, false],
    ['the same tick twice', complete, complete, false],
    [
      'a tick for another member and a removal of one’s own',
      { ...complete, completedFor: 'leo' },
      reopen,
      false,
    ],
    [
      'one’s own tick and a removal for another member',
      complete,
      { ...reopen, completedForIds: ['leo'] },
      false,
    ],
    [
      'a tick for two members and a removal for one',
      { ...complete, completedForIds: ['leo', 'ana'] },
      reopen,
      false,
    ],
    [
      'a tick for two members and a removal for both',
      { ...complete, completedForIds: ['leo', 'ana'] },
      { ...reopen, completedForIds: ['ana', 'leo'] },
      true,
    ],
    ['checking and unchecking an item', check(true), check(false), true],
    ['checking an item twice', check(true), check(true), false],
    [
      'checking and renaming an item',
      check(true),
      { type: 'shopping.set', itemId: 'milk', name: 'oat milk' },
      false,
    ],
    [
      'checking with renaming, and unchecking',
      { type: 'shopping.set', itemId: 'milk', checked: true, name: 'oat milk' },
      check(false),
      false,
    ],
    [
      'adding and removing an item',
      { type: 'shopping.add', itemId: 'milk', name: 'milk' },
      { type: 'shopping.remove', itemId: 'milk' },
      true,
    ],
    ['skipping and reopening', { type: 'occurrence.skip', occurrenceId: 'bins' }, reopen, false],
    [
      'ticking and unticking a step',
      { type: 'checklist.set', occurrenceId: 'bins', itemId: 'bag', done: true },
      { type: 'checklist.set', occurrenceId: 'bins', itemId: 'bag', done: false },
      true,
    ],
  ])('decides whether the second action cancels the first: %s', (_, before, after, isUndone) => {
    const kept = entry('1', before);
    expect(findCancelled(after, [kept])).toBe(isUndone ? kept : null);
  });

  test('does not cancel an entry that may have reached the service', () => {
    expect(findCancelled(reopen, [entry('1', complete, 'sent')])).toBeNull();
    expect(findCancelled(reopen, [entry('1', complete, 'done')])).toBeNull();
  });

  test('can only cancel the last action on a row', () => {
    const skip = entry('2', { type: 'occurrence.skip', occurrenceId: 'bins' });
    expect(findCancelled(reopen, [entry('1', complete), skip])).toBeNull();
  });
});

describe('readResults', () => {
  const sent = entry('1', complete, 'sent');
  const result = (rest: Partial<Result>): Result => ({ id: '1', status: 'DONE', ...rest });

  test.each<[string, Result[], { done: string[]; again: string[]; refused: string[] }]>([
    ['the status DONE', [result({})], { done: ['1'], again: [], refused: [] }],
    [
      'the status UNCHANGED',
      [result({ status: 'UNCHANGED', reason: 'SAME' })],
      { done: ['1'], again: [], refused: [] },
    ],
    [
      'the reason GONE, which counts as a refusal',
      [result({ status: 'UNCHANGED', reason: 'GONE' })],
      { done: ['1'], again: [], refused: ['GONE'] },
    ],
    [
      'the status NOT_RUN, which is sent again',
      [result({ status: 'NOT_RUN' })],
      { done: [], again: ['1'], refused: [] },
    ],
    ['a missing result, which is sent again', [], { done: [], again: ['1'], refused: [] }],
    [
      'the status REFUSED',
      [result({ status: 'REFUSED', error: { code: 'TASK_NOT_FOUND', message: '' } })],
      { done: [], again: [], refused: ['TASK_NOT_FOUND'] },
    ],
    [
      'a temporary refusal, which is sent again',
      [result({ status: 'REFUSED', error: { code: 'RATE_LIMITED', message: '' } })],
      { done: [], again: ['1'], refused: [] },
    ],
    ['the status CONFLICT', [result({ status: 'CONFLICT' })], { done: [], again: [], refused: ['CONFLICT'] }],
  ])('sorts the results of a batch correctly for %s', (_, results, expected) => {
    const { done, again, refused } = readResults([sent], results);
    expect({ done: done.map(({ id }) => id), again, refused: refused.map(({ code }) => code) }).toEqual(
      expected,
    );
  });

  test('replaces the id of a row that was merged with another row in later entries', () => {
    const add = entry('1', { type: 'shopping.add', itemId: 'mine', name: 'milk' }, 'sent');
    const merged = result({
      status: 'MERGED',
      replaces: 'mine',
      entity: { kind: 'shoppingItem', id: 'theirs' },
    });
    const { renamed } = readResults([add], [merged]);
    const next = entry('2', { type: 'shopping.set', itemId: 'mine', checked: true });
    expect(rename(next, renamed).act).toEqual({ type: 'shopping.set', itemId: 'theirs', checked: true });
    expect(rename(entry('3', complete), renamed).act).toBe(complete);
  });
});

describe('containsText and textsIn', () => {
  const on = { occurrenceId: 'bins' };
  test.each<[string, Act, readonly string[] | null]>([
    ['a tick', complete, null],
    ['a ticked step', { type: 'checklist.set', ...on, itemId: 'bag', done: true }, null],
    ['a checked item', check(true), null],
    ['a moved item', { type: 'shopping.set', itemId: 'milk', position: 2 }, null],
    ['a deletion', { type: 'occurrence.delete', ...on }, null],
    ['a sentence', { type: 'task.quick', text: 'bins', ...on, taskId: 'task' }, ['bins']],
    [
      'a new title',
      { type: 'occurrence.set', ...on, set: { title: 'Bins', priority: 'LOW' }, base: {} },
      ['Bins', 'LOW'],
    ],
    ['a new date', { type: 'occurrence.set', ...on, set: { date: null }, base: {} }, []],
    ['a new step', { type: 'checklist.add', ...on, itemId: 'bag', title: 'New bag' }, ['New bag']],
    ['a renamed step', { type: 'checklist.set', ...on, itemId: 'bag', title: 'Blue bag' }, ['Blue bag']],
    ['a new item', { type: 'shopping.add', itemId: 'milk', name: 'Milk' }, ['Milk']],
    ['a note on an item', { type: 'shopping.set', itemId: 'milk', note: 'whole' }, ['whole']],
  ])('decide whether an action contains typed text, and return the text: %s', (_, act, words) => {
    expect({ isKept: containsText(act), words: textsIn(act) }).toEqual({
      isKept: words !== null,
      words: words ?? [],
    });
  });
});

describe('toPatches', () => {
  const apply = (act: Act, row: unknown): unknown =>
    toPatches(entry('1', act)).reduce((shown, { change }) => change(shown as never), row);

  test('shows a tick of the user at the time of the tick', () => {
    expect(apply(complete, { id: 'bins', status: 'TODO', overdue: true })).toMatchObject({
      status: 'DONE',
      overdue: false,
      completedAt: AT,
      completedBy: 'ana',
      completedFor: 'ana',
    });
  });

  test('uses the member id of the user, which may differ from the account id', () => {
    const applied = (act: Act, row: unknown): unknown =>
      toPatches({ ...entry('1', act), memberId: 'mia' }).reduce(
        (shown, { change }) => change(shown as never),
        row,
      );
    expect(applied(complete, { id: 'bins', status: 'TODO' })).toMatchObject({
      completedBy: 'mia',
      completedFor: 'mia',
    });
    const milk = { id: 'milk', quantity: 3, checked: false };
    expect(applied(check(true), milk)).toEqual({ ...milk, checked: true, checkedBy: 'mia', checkedAt: AT });
    expect(
      applied({ type: 'task.quick', text: 'bins', occurrenceId: 'new', taskId: 'task' }, undefined),
    ).toMatchObject({ createdBy: 'mia', updatedBy: 'mia' });
  });

  test("shows a task as done when every assignee has ticked, and removes only the user's own tick", () => {
    const row = {
      ...{ id: 'bins', status: 'TODO', completion: 'all', visibility: 'SHARED' },
      ...{ responsibleMemberIds: ['ana', 'leo'], doneBy: [], completedFor: null },
    };
    const half: any = apply(complete, row);
    expect(half).toMatchObject({ status: 'TODO', doneBy: [{ memberId: 'ana', at: AT }], completedFor: null });
    const whole = apply({ ...complete, completedForIds: ['leo'] }, half);
    expect(whole).toMatchObject({ status: 'DONE', completedFor: 'ana', completedForIds: ['ana', 'leo'] });
    expect(apply(reopen, whole)).toMatchObject({ status: 'TODO', doneBy: [{ memberId: 'leo' }] });
    expect(apply({ ...complete, completedFor: 'ben' }, row)).toBe(row);
  });

  test('keeps a completion by somebody else', () => {
    const done = { id: 'bins', status: 'DONE', completedBy: 'ben' };
    expect(apply(complete, done)).toBe(done);
  });

  test('does not bring back a row that was deleted', () => {
    expect(apply(complete, undefined)).toBeUndefined();
    expect(apply(check(true), undefined)).toBeUndefined();
  });

  test('counts a ticked checklist item in the progress of the checklist', () => {
    const checklist = [
      { id: 'bag', title: 'bag', done: false, position: 0 },
      { id: 'lid', title: 'lid', done: true, position: 1 },
    ];
    expect(
      apply(
        { type: 'checklist.set', occurrenceId: 'bins', itemId: 'bag', done: true },
        { id: 'bins', checklist },
      ),
    ).toMatchObject({ checklistProgress: { done: 2, total: 2 } });
  });

  test('shows a sentence that is not parsed yet as it was typed, as a personal task', () => {
    const act = { type: 'task.quick', text: 'bins tomorrow', occurrenceId: 'new', taskId: 'task' } as const;
    expect(apply(act, undefined)).toMatchObject({
      id: 'new',
      title: 'bins tomorrow',
      visibility: 'PERSONAL',
      date: null,
    });
    const read = { id: 'new', title: 'bins' };
    expect(apply(act, read)).toBe(read);
  });
});
