import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { addLines } from '../../../domain/shopping/add.js';
import { type ShoppingItem, type ShoppingLine, moveItem } from '../../../domain/shopping/item.js';
import { nameKey } from '../../../domain/shopping/name-key.js';
import { findSection } from '../../../domain/shopping/sections.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';

const [householdId, by] = [anId(), anId()] as never[];
const line = (name: string, fields: Partial<ShoppingLine> = {}): ShoppingLine => ({
  name,
  quantity: null,
  unit: null,
  note: null,
  section: null,
  ...fields,
});
const add = (list: readonly ShoppingItem[], ...lines: ShoppingLine[]) =>
  addLines(list, lines, {
    householdId: householdId as never,
    by: by as never,
    now: NOON,
    newId: () => anId(),
  });
const amount = (quantity: number, unit: string | null = null) => ({ quantity, unit });
const shown = (items: readonly ShoppingItem[]) =>
  items.map(({ name, quantity, unit, note }) =>
    [quantity, unit, name, note].filter((x) => x !== null).join(' '),
  );

describe('names are the same thing', () => {
  test.each([
    ['Œufs', 'oeuf'],
    ['Tomates cerises', 'tomate cerise'],
    ['choux', 'chou'],
    ['Crème fraîche', 'creme fraiche'],
    ['berries', 'berry'],
    ['potatoes', 'potato'],
    ['radishes', 'radish'],
    ['Coca-Cola', 'coca cola'],
  ])('%s and %s', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

  test.each([
    ['glass', 'glas'],
    ['lait', 'laitue'],
    ['lait 1%', 'lait 2%'],
    ['riz', 'ri'],
  ])('but not %s and %s', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));
});

describe('adding', () => {
  test('puts new things at the end', () => {
    const list = add([], line('milk'), line('eggs'));
    expect(list.map(({ position }) => position)).toEqual([0, 1]);
    expect(add(list, line('bread'))[0]).toMatchObject({ name: 'bread', position: 2, checked: false });
  });

  test.each([
    ['pieces', line('eggs', amount(6)), line('Egg', amount(2)), '8 eggs'],
    ['what had no amount', line('milk'), line('milk', amount(2, 'l')), '2 l milk'],
    ['without an amount', line('milk', amount(2, 'l')), line('milk'), '2 l milk'],
    ['in another measure', line('flour', amount(1, 'kg')), line('flour', amount(500, 'g')), '1.5 kg flour'],
    ['volumes', line('cream', amount(20, 'cl')), line('cream', amount(0.5, 'l')), '70 cl cream'],
    [
      'what cannot be added',
      line('flour', amount(1, 'kg')),
      line('flour', amount(2, 'pack')),
      '1 kg flour + 2 pack',
    ],
    ['beyond what can be bought', line('salt', amount(999_999)), line('salt', amount(9)), '999999 salt + 9'],
    [
      'with a note',
      line('ham', { note: 'thin' }),
      line('ham', { note: 'not smoked' }),
      'ham thin, not smoked',
    ],
  ])('T-S2 counts up: %s', (_name, one, other, expected) => {
    expect(shown(add(add([], one), other))).toEqual([expected]);
    expect(shown(add([], one, other))).toEqual([expected]);
  });

  test('what is ticked is bought: the same name is a new line', () => {
    const [milk] = add([], line('milk')) as [ShoppingItem];
    const [again] = add([{ ...milk, checked: true }], line('milk')) as [ShoppingItem];
    expect(again.id).not.toBe(milk.id);
    expect(again.position).toBe(1);
  });

  test('never loses an amount of pieces, in whatever portions they are added', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }), (amounts) => {
        const [item] = add([], ...amounts.map((quantity) => line('eggs', { quantity })));
        expect(item?.quantity).toBe(amounts.reduce((a, b) => a + b));
      }),
    );
  });
});

describe('T-O15 moving', () => {
  const list = add([], ...['a', 'b', 'c', 'd'].map((name) => line(name)));
  const order = (id: string, to: number, from = list) => {
    const changed = new Map(moveItem(from, id as never, to).map((item) => [item.id, item]));
    return from
      .map((item) => changed.get(item.id) ?? item)
      .toSorted((a, b) => a.position - b.position)
      .map(({ name }) => name)
      .join('');
  };
  test.each([
    [0, 'dabc'],
    [1, 'adbc'],
    [3, 'abcd'],
    [99, 'abcd'],
  ])('the last to %i gives %s', (to, expected) => expect(order(list[3]!.id, to)).toBe(expected));

  test('also among equal positions, which are gone afterwards', () => {
    const equal = list.map((item) => ({ ...item, position: 0 }));
    expect(order(equal[2]!.id, 0, equal)).toBe('cabd');
  });

  test('of what is not there changes nothing', () => expect(moveItem(list, anId(), 0)).toEqual([]));
});

test.each([
  ['milk', 'en', 'Dairy and eggs'],
  ['6 œufs'.slice(2), 'fr', 'Crèmerie et œufs'],
  ['pommes de terre', 'fr', 'Fruits et légumes'],
  ['gâteau', 'fr', 'Boulangerie'],
  ['eau gazeuse', 'fr', 'Boissons'],
  ['frozen peas', 'en', 'Frozen'],
  ['toilet paper', 'en', 'Hygiene'],
  ['whatchamacallit', 'en', null],
] as const)('%s (%s) is found under %s', (name, locale, section) => {
  expect(findSection(name, locale)).toBe(section);
});
