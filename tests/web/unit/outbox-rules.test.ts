import { describe, expect, test } from '@jest/globals';
import {
  holdsWords,
  toPatches,
  rename,
  readResults,
  findCancelled,
  wordsIn,
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

describe('what takes itself back before it was sent', () => {
  test.each<[string, Act, Act, boolean]>([
    ['tick, untick', complete, reopen, true],
    ['untick, tick', reopen, complete, true],
    ['of another task', complete, { ...reopen, occurrenceId: 'dishes' }, false],
    ['the same twice', complete, complete, false],
    ['somebody’s tick, one’s own back', { ...complete, completedFor: 'leo' }, reopen, false],
    ['one’s own tick, somebody’s back', complete, { ...reopen, completedForIds: ['leo'] }, false],
    ['a tick of two, that of one back', { ...complete, completedForIds: ['leo', 'ana'] }, reopen, false],
    [
      'a tick of two, both back',
      { ...complete, completedForIds: ['leo', 'ana'] },
      { ...reopen, completedForIds: ['ana', 'leo'] },
      true,
    ],
    ['bought, not bought', check(true), check(false), true],
    ['bought twice', check(true), check(true), false],
    ['bought, renamed', check(true), { type: 'shopping.set', itemId: 'milk', name: 'oat milk' }, false],
    [
      'bought and renamed, not bought',
      { type: 'shopping.set', itemId: 'milk', checked: true, name: 'oat milk' },
      check(false),
      false,
    ],
    [
      'added, removed',
      { type: 'shopping.add', itemId: 'milk', name: 'milk' },
      { type: 'shopping.remove', itemId: 'milk' },
      true,
    ],
    ['skipped, reopened', { type: 'occurrence.skip', occurrenceId: 'bins' }, reopen, false],
    [
      'a step, and back',
      { type: 'checklist.set', occurrenceId: 'bins', itemId: 'bag', done: true },
      { type: 'checklist.set', occurrenceId: 'bins', itemId: 'bag', done: false },
      true,
    ],
  ])('%s', (_, before, after, isUndone) => {
    const kept = entry('1', before);
    expect(findCancelled(after, [kept])).toBe(isUndone ? kept : null);
  });

  test('what may have reached the service is not taken back unsaid', () => {
    expect(findCancelled(reopen, [entry('1', complete, 'sent')])).toBeNull();
    expect(findCancelled(reopen, [entry('1', complete, 'done')])).toBeNull();
  });

  test('only the last act on a thing counts', () => {
    const skip = entry('2', { type: 'occurrence.skip', occurrenceId: 'bins' });
    expect(findCancelled(reopen, [entry('1', complete), skip])).toBeNull();
  });
});

describe('what an answer means for what was sent', () => {
  const sent = entry('1', complete, 'sent');
  const result = (rest: Partial<Result>): Result => ({ id: '1', status: 'DONE', ...rest });

  test.each<[string, Result[], { done: string[]; again: string[]; refused: string[] }]>([
    ['done', [result({})], { done: ['1'], again: [], refused: [] }],
    ['unchanged', [result({ status: 'UNCHANGED', reason: 'SAME' })], { done: ['1'], again: [], refused: [] }],
    [
      'gone',
      [result({ status: 'UNCHANGED', reason: 'GONE' })],
      { done: ['1'], again: [], refused: ['GONE'] },
    ],
    ['not run', [result({ status: 'NOT_RUN' })], { done: [], again: ['1'], refused: [] }],
    ['not answered', [], { done: [], again: ['1'], refused: [] }],
    [
      'refused',
      [result({ status: 'REFUSED', error: { code: 'TASK_NOT_FOUND', message: '' } })],
      { done: [], again: [], refused: ['TASK_NOT_FOUND'] },
    ],
    [
      'refused for now',
      [result({ status: 'REFUSED', error: { code: 'RATE_LIMITED', message: '' } })],
      { done: [], again: ['1'], refused: [] },
    ],
    ['conflict', [result({ status: 'CONFLICT' })], { done: [], again: [], refused: ['CONFLICT'] }],
  ])('%s', (_, results, expected) => {
    const { done, again, refused } = readResults([sent], results);
    expect({ done: done.map(({ id }) => id), again, refused: refused.map(({ code }) => code) }).toEqual(
      expected,
    );
  });

  test('a line that has become another is renamed in what follows', () => {
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

describe('what is kept until somebody has decided, and what is only told', () => {
  const on = { occurrenceId: 'bins' };
  test.each<[string, Act, readonly string[] | null]>([
    ['a tick', complete, null],
    ['a step that was ticked', { type: 'checklist.set', ...on, itemId: 'bag', done: true }, null],
    ['a line that was taken', check(true), null],
    ['a line that was moved', { type: 'shopping.set', itemId: 'milk', position: 2 }, null],
    ['a deletion', { type: 'occurrence.delete', ...on }, null],
    ['a sentence', { type: 'task.quick', text: 'bins', ...on, taskId: 'task' }, ['bins']],
    [
      'a title',
      { type: 'occurrence.set', ...on, set: { title: 'Bins', priority: 'LOW' }, base: {} },
      ['Bins', 'LOW'],
    ],
    ['a date that was chosen', { type: 'occurrence.set', ...on, set: { date: null }, base: {} }, []],
    ['a step', { type: 'checklist.add', ...on, itemId: 'bag', title: 'New bag' }, ['New bag']],
    [
      'a step that was named',
      { type: 'checklist.set', ...on, itemId: 'bag', title: 'Blue bag' },
      ['Blue bag'],
    ],
    ['a line', { type: 'shopping.add', itemId: 'milk', name: 'Milk' }, ['Milk']],
    ['a note on a line', { type: 'shopping.set', itemId: 'milk', note: 'whole' }, ['whole']],
  ])('%s', (_, act, words) => {
    expect({ isKept: holdsWords(act), words: wordsIn(act) }).toEqual({
      isKept: words !== null,
      words: words ?? [],
    });
  });
});

describe('how a copy looks with it done', () => {
  const apply = (act: Act, row: unknown): unknown =>
    toPatches(entry('1', act)).reduce((shown, { change }) => change(shown as never), row);

  test('a tick is of whoever ticks, at the moment of the tick', () => {
    expect(apply(complete, { id: 'bins', status: 'TODO', overdue: true })).toMatchObject({
      status: 'DONE',
      overdue: false,
      completedAt: AT,
      completedBy: 'ana',
      completedFor: 'ana',
    });
  });

  test('what one does is of the member that one is there, whose id need not be that of the account', () => {
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

  test('what each ticks for themselves is done when everybody has, and each takes back their own', () => {
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

  test('what somebody else has done meanwhile stays theirs', () => {
    const done = { id: 'bins', status: 'DONE', completedBy: 'ben' };
    expect(apply(complete, done)).toBe(done);
  });

  test('what is not there any more does not come back', () => {
    expect(apply(complete, undefined)).toBeUndefined();
    expect(apply(check(true), undefined)).toBeUndefined();
  });

  test('a step counts', () => {
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

  test('a sentence that was not read yet is shown as it was typed, and is nobody else’s', () => {
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
