import { describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../support/property.js';
import { processorTime } from '../../support/processor-time.js';
import { readList } from '../../../domain/shopping/read-list.js';

/** `quantity unit name`, a dash for what is not said. */
const read = (text: string) =>
  readList(text).map(({ name, quantity, unit }) => `${quantity ?? '-'} ${unit ?? '-'} ${name}`);

describe('a line of a shopping list', () => {
  test.each([
    ['lait', ['- - lait']],
    ['2 kg de farine', ['2 kg farine']],
    ['2kg de farine', ['2 kg farine']],
    ['6 œufs', ['6 - œufs']],
    ['0,5 kg de sucre', ['0.5 kg sucre']],
    ['1.5 l milk', ['1.5 l milk']],
    ['1/2 l de crème', ['0.5 l crème']],
    ['1 1/2 kg apples', ['1.5 kg apples']],
    ['1½ kg apples', ['1.5 kg apples']],
    ['½ melon', ['0.5 - melon']],
    ['500g sugar', ['500 g sugar']],
    ['500 grammes de beurre', ['500 g beurre']],
    ['3 x milk', ['3 - milk']],
    ['3x milk', ['3 - milk']],
    ['2 x 500 g pasta', ['1000 g pasta']],
    ['milk x2', ['2 - milk']],
    ['milk × 3', ['3 - milk']],
    ['lait (2)', ['2 - lait']],
    ['flour 500 g', ['500 g flour']],
    ['flour 2kg', ['2 kg flour']],
    ['a dozen eggs', ['12 - eggs']],
    ["une douzaine d'œufs", ['12 - œufs']],
    ['deux douzaines d’huîtres', ['24 - huîtres']],
    ['half a kilo of tomatoes', ['0.5 kg tomatoes']],
    ['une demi livre de beurre', ['0.5 lb beurre']],
    ['trois bouteilles de vin', ['3 bouteille vin']],
    ['2 packs of crisps', ['2 pack crisps']],
    ['3 boîtes de thon', ['3 boîte thon']],
    ['two lemons', ['2 - lemons']],
    ['un pain', ['1 - pain']],
    // What looks like an amount and is part of a name.
    ['7up', ['- - 7up']],
    ['lait 1/2 écrémé', ['- - lait 1/2 écrémé']],
    ['pâtes n°5', ['- - pâtes n°5']],
    ['vitamine B12', ['- - vitamine B12']],
    ['coca zéro', ['- - coca zéro']],
    ['2', ['- - 2']],
    ['0 milk', ['- - 0 milk']],
    ['1/0 milk', ['- - 1/0 milk']],
    ['  ', []],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('several things in one text', () => {
  test.each([
    ['2 kg de farine, lait, 6 œufs', ['2 kg farine', '- - lait', '6 - œufs']],
    ['milk, 2 kg flour, eggs', ['- - milk', '2 kg flour', '- - eggs']],
    ['0,5 kg de beurre, 1,5 l de lait', ['0.5 kg beurre', '1.5 l lait']],
    ['milk,eggs;bread', ['- - milk', '- - eggs', '- - bread']],
    ['- milk\n- 2 eggs\n\n* bread', ['- - milk', '2 - eggs', '- - bread']],
    ['milk, eggs and bread', ['- - milk', '- - eggs', '- - bread']],
    ['sel et poivre', ['- - sel', '- - poivre']],
    ['2 lemons and 3 oranges', ['2 - lemons', '3 - oranges']],
    ['du pain et 2 baguettes', ['- - du pain', '2 - baguettes']],
    ['salt and vinegar crisps', ['- - salt and vinegar crisps']],
    ['fish and chips', ['- - fish and chips']],
    [', ,;\n', []],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  test('whatever is typed, names are neither empty nor lost, and amounts can be bought', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (text) => {
        for (const { name, quantity, unit } of readList(text)) {
          expect(name.trim()).not.toBe('');
          if (quantity !== null) expect(quantity).toBeGreaterThan(0);
          if (quantity === null) expect(unit).toBeNull();
        }
      }),
      runs(600),
    );
  });

  test('a hostile text costs no more than its length', () => {
    for (const text of [
      '1,'.repeat(1000),
      ' et '.repeat(500),
      '1'.repeat(2000),
      '(2'.repeat(1000),
      'a '.repeat(1000),
    ]) {
      expect(processorTime(() => readList(text))).toBeLessThan(250);
    }
  });
});
