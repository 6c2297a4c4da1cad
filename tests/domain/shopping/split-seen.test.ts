import { describe, expect, test } from '@jest/globals';
import { addLines } from '../../../domain/shopping/add.js';
import type { ShoppingItem, ShoppingLine } from '../../../domain/shopping/item.js';
import { splitSeen } from '../../../domain/shopping/split-seen.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { fc, runs } from '../../support/property.js';
import { totals } from '../../support/shopping-totals.js';

type Amounts = Pick<ShoppingLine, 'quantity' | 'unit' | 'note'>;
const amounts = (
  quantity: number | null,
  unit: string | null = null,
  note: string | null = null,
): Amounts => ({
  quantity,
  unit,
  note,
});
const flour = (of: Amounts): ShoppingLine => ({ name: 'flour', section: 'Groceries', ...of });
const pick = ({ quantity, unit, note }: Amounts): Amounts => ({ quantity, unit, note });
const add = (list: readonly ShoppingItem[], lines: readonly ShoppingLine[]) => {
  const adding = { householdId: anId(), by: anId(), listId: null, now: NOON, newId: () => anId() } as never;
  const touched = addLines(list, lines, adding);
  const ids = new Set(touched.map(({ id }) => id));
  return [...list.filter(({ id }) => !ids.has(id)), ...touched];
};

describe('splitSeen', () => {
  test.each<[string, { line: Amounts; seen: Amounts; taken: Amounts; added: readonly Amounts[] }]>([
    [
      'a kilo that was added',
      {
        line: amounts(2, 'kg'),
        seen: amounts(1, 'kg'),
        taken: amounts(1, 'kg'),
        added: [amounts(1, 'kg')],
      },
    ],
    [
      'an amount added in another unit of the same kind',
      {
        line: amounts(1.5, 'kg'),
        seen: amounts(500, 'g'),
        taken: amounts(0.5, 'kg'),
        added: [amounts(1, 'kg')],
      },
    ],
    [
      'an amount of another kind, which is in the note',
      {
        line: amounts(1, 'kg', 'white, + 2 bag'),
        seen: amounts(1, 'kg', 'white'),
        taken: amounts(1, 'kg', 'white'),
        added: [amounts(2, 'bag')],
      },
    ],
    [
      'both amounts and a word',
      {
        line: amounts(3, 'kg', '+ 3 bag, organic'),
        seen: amounts(1, 'kg', '+ 1 bag'),
        taken: amounts(1, 'kg', '+ 1 bag, organic'),
        added: [amounts(2, 'kg', 'organic'), amounts(2, 'bag')],
      },
    ],
    [
      'an amount where there was none',
      {
        line: amounts(1, 'kg'),
        seen: amounts(null),
        taken: amounts(null),
        added: [amounts(1, 'kg')],
      },
    ],
    [
      'tenths without rounding errors',
      { line: amounts(0.3), seen: amounts(0.1), taken: amounts(0.1), added: [amounts(0.2)] },
    ],
  ])('separates what was added since the member saw the item: %s', (_name, { line, seen, taken, added }) => {
    expect(splitSeen(flour(line), seen)).toEqual({ seen: flour(taken), added: added.map(flour) });
  });

  test.each<[string, Amounts, Amounts]>([
    ['is unchanged', amounts(1, 'kg', '+ 2 bag'), amounts(1, 'kg', '+ 2 bag')],
    ['has a smaller amount', amounts(1, 'kg'), amounts(2, 'kg')],
    ['has no amount any more', amounts(null), amounts(2, 'kg')],
    ['has one more word', amounts(1, 'kg', 'organic'), amounts(1, 'kg')],
    ['was rewritten in another kind of unit', amounts(4, 'bag'), amounts(2, 'kg')],
  ])('returns the whole item as seen if the item %s', (_name, line, seen) => {
    const whole = flour(line);
    expect(splitSeen(whole, seen)).toEqual({ seen: whole, added: [] });
  });

  test('splits an item into the seen part and the added part, which together equal the item', () => {
    const unit = fc.constantFrom(null, 'g', 'kg', 'ml', 'l', 'pack', 'bag');
    const parts = fc.record({
      amount: fc.option(fc.record({ quantity: fc.integer({ min: 1, max: 90 }), unit })),
      note: fc.option(fc.constantFrom('ripe', 'thin, organic')),
    });
    const lines = (minLength: number) =>
      fc
        .array(parts, { minLength, maxLength: 6 })
        .map((all) =>
          all.map(({ amount, note }) => flour({ ...(amount ?? { quantity: null, unit: null }), note })),
        );
    fc.assert(
      fc.property(lines(1), lines(0), (before, since) => {
        const [seen] = add([], before) as [ShoppingItem];
        const [line] = add([seen], since) as [ShoppingItem];
        const { seen: taken, added } = splitSeen(line, pick(seen));
        expect(totals([taken])).toEqual(totals([seen]));
        const list = add([{ ...taken, checked: true }], added);
        expect(totals(list)).toEqual(totals([...before, ...since]));
        expect(list.length).toBeLessThanOrEqual(2);
      }),
      runs(400),
    );
  });

  test('never loses or creates an amount, whatever the member saw', () => {
    const said = fc.record({
      quantity: fc.option(fc.integer({ min: 1, max: 9_000 }).map((n) => n / 1000)),
      unit: fc.constantFrom(null, 'g', 'kg', 'pack'),
      note: fc.constantFrom(null, 'ripe', '+ 2 bag', '+ 0.5 kg, ripe', '+ 700 g, + 3 pack', '+ 1'),
    });
    fc.assert(
      fc.property(said, said, (line, seen) => {
        const { seen: taken, added } = splitSeen(flour(line), seen);
        expect(totals([taken, ...added])).toEqual(totals([line]));
      }),
      runs(400),
    );
  });
});
