import { describe, expect, test } from '@jest/globals';
import {
  textsIn,
  containsText,
  findCancelled,
  type Act,
  type Entry,
  type PastedList,
} from '../../../web/src/data/outbox-rules.ts';
import { cutBatch } from '../../../web/src/data/sending-rules.ts';
import {
  hasSeveralLines,
  separateLongLines,
  splitList,
  toListEntry,
  writeLine,
} from '../../../web/src/data/pasted-lists.ts';
import { shortenLine } from '../../../web/src/data/long-lists.ts';

const ID = '3f1c6a52-8d2e-4c51-9a57-6a4d1f0b7005';
const entry = (act: Act, id = ID): Entry => ({
  id,
  userId: 'ana',
  householdId: 'home',
  order: 7,
  at: '2026-11-22T18:00:00.000Z',
  act,
  state: 'sent',
});
const lines = [
  { text: 'socks', done: false },
  { text: 'tickets', done: true },
];
const split = (list: PastedList, of = lines) => splitList(entry(list), list, of);
const lists: readonly PastedList[] = [
  { type: 'task.paste', text: '- socks\n- [x] tickets' },
  { type: 'checklist.paste', text: '- socks\n- [x] tickets', occurrenceId: 'trip' },
  { type: 'shopping.paste', text: '- socks\n- [x] tickets', listId: 'market' },
];

describe('splitList', () => {
  test('creates a task for each line, and sends the tick of a ticked line with its sentence', () => {
    expect(split(lists[0]!).map(({ act }) => act)).toMatchObject([
      { type: 'task.quick', text: 'socks', locale: 'auto' },
      { type: 'task.quick', text: '[x] tickets', locale: 'auto' },
    ]);
  });

  test('adds a step for each line, and ticks the step of a ticked line', () => {
    expect(split(lists[1]!).map(({ act }) => act)).toMatchObject([
      { type: 'checklist.add', occurrenceId: 'trip', title: 'socks' },
      { type: 'checklist.add', occurrenceId: 'trip', title: 'tickets' },
      { type: 'checklist.set', occurrenceId: 'trip', done: true },
    ]);
  });

  test('adds the open lines to the shopping list', () => {
    expect(split(lists[2]!).map(({ act }) => act)).toEqual([
      { type: 'shopping.text', text: 'socks', listId: 'market' },
    ]);
  });

  test('sends the whole text of a shopping list if every line is ticked, so that the service refuses it', () => {
    const ticked = [{ text: 'milk', done: true }];
    const list = { type: 'shopping.paste', text: '- [x] milk' } as const;
    expect(split(list, ticked).map(({ act }) => act)).toEqual([
      { type: 'shopping.text', text: '- [x] milk' },
    ]);
  });

  test.each(lists)('gives the same ids again, all of them different: $type', (list) => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({
      text: `line ${index}`,
      done: index % 2 === 1,
    }));
    const parts = split(list, hundred);
    expect(split(list, hundred)).toEqual(parts);
    const ids = parts.flatMap(({ id, act }) => [
      id,
      ...(act.type === 'task.quick' ? [act.occurrenceId, act.taskId] : []),
      ...(act.type === 'checklist.add' ? [act.itemId] : []),
    ]);
    expect(new Set([...ids, ID, toListEntry(entry(list), list.text).id]).size).toBe(ids.length + 2);
    for (const id of ids) expect(id).toMatch(/^3f1c6a52-8d2e-4c51-9a57-6a4d1f0b7[0-9a-f]{3}$/);
  });

  test('keeps the lines in their order, after older entries and before newer ones, and ready to be sent', () => {
    const parts = split(lists[0]!);
    const orders = parts.map(({ order }) => order);
    expect([...orders].sort((a, b) => a - b)).toEqual(orders);
    for (const order of orders) expect(order > 7 && order < 8).toBe(true);
    expect(new Set(parts.map(({ state }) => state))).toEqual(new Set(['waiting']));
  });
});

test('separateLongLines counts characters, and writeLine keeps the tick of a line that is left', () => {
  const long = { text: '🥛'.repeat(201), done: true };
  const fits = { text: '🥛'.repeat(200), done: false };
  expect(separateLongLines([long, fits], 200)).toEqual({ fitting: [fits], tooLong: [long] });
  expect([writeLine(long), writeLine(fits)]).toEqual([`[x] ${long.text}`, fits.text]);
  expect(shortenLine(long.text)).toBe('🥛'.repeat(30));
});

test('toListEntry makes a list of a refused sentence, with an id that no line of the list gets', () => {
  const sentence: Act = { type: 'task.quick', text: 'a\nb', occurrenceId: 'one', taskId: 'two' };
  const list = toListEntry(entry(sentence), 'a\nb');
  expect(list).toMatchObject({ act: { type: 'task.paste', text: 'a\nb' }, state: 'waiting', order: 7 });
  expect(list.id).not.toBe(ID);
  expect(toListEntry(entry(sentence), 'a\nb')).toEqual(list);
  const hundred = Array.from({ length: 100 }, () => ({ text: 'line', done: true }));
  const ids = splitList(list, { type: 'task.paste', text: 'a\nb' }, hundred).map(({ id }) => id);
  expect(ids).not.toContain(ID);
});

describe('a pasted list in the outbox', () => {
  test.each(lists)('is sent alone, and kept with its text if it is refused: $type', (list) => {
    const other = entry({ type: 'occurrence.complete', occurrenceId: 'bins' }, 'other');
    expect(cutBatch([entry(list), other]).map(({ id }) => id)).toEqual([ID]);
    expect(cutBatch([other, entry(list)]).map(({ id }) => id)).toEqual(['other']);
    expect({ isKept: containsText(list), words: textsIn(list) }).toEqual({
      isKept: true,
      words: [list.text],
    });
    expect(findCancelled(list, [{ ...entry(list), state: 'waiting' }])).toBeNull();
  });
});

test.each([
  ['milk', false],
  ['\nmilk\r\n', false],
  ['milk\rbread', true],
  ['milk\r\nbread', true],
])('hasSeveralLines answers for %j: %s', (text, expected) => expect(hasSeveralLines(text)).toBe(expected));
