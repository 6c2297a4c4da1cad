import { describe, expect, test } from '@jest/globals';
import type { Locale } from '../../../domain/shared/locale.js';
import { addLines } from '../../../domain/shopping/add.js';
import type { ShoppingItem } from '../../../domain/shopping/item.js';
import { readList } from '../../../domain/shopping/read-list.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { fc, runs } from '../../support/property.js';

/** Returns an empty list after each of the texts was added to it, one after the other. */
function listOf(texts: readonly string[], locale: Locale): readonly ShoppingItem[] {
  return texts.reduce<readonly ShoppingItem[]>((list, text) => {
    const lines = readList(text, locale).map((line) => ({ ...line, section: null }));
    const adding = { householdId: anId(), by: anId(), listId: null, now: NOON, newId: () => anId() };
    const touched = addLines(list, lines, adding as never);
    return [...list.filter((item) => !touched.some(({ id }) => id === item.id)), ...touched];
  }, []);
}

/** Returns each item as `name|quantity|unit`, followed by `|note` if it has a note. */
const show = (items: readonly ShoppingItem[]) =>
  items.map(({ name, quantity, unit, note }) =>
    [name, quantity, unit, ...(note === null ? [] : [note])].join('|'),
  );

describe('reading shopping text', () => {
  /** Bugs that users of other planners reported. Each name begins with the class of the bug. */
  test.each<readonly [name: string, locale: Locale, texts: readonly string[], expected: readonly string[]]>([
    [
      'linking-word-without-boundary: keeps a name that begins with a linking word (S01)',
      'en',
      ['6 duck eggs'],
      ['duck eggs|6|'],
    ],
    [
      'linking-word-without-boundary: keeps a name that begins with a linking word (S02)',
      'fr',
      ['2 desserts'],
      ['desserts|2|'],
    ],
    [
      'linking-word-without-boundary: keeps a name that begins with a linking word (S04)',
      'en',
      ['500 g dumplings'],
      ['dumplings|500|g'],
    ],
    [
      'different-things-merged: keeps apart things that differ by accents (S06)',
      'fr',
      ['1 pâté', '2 pâtes'],
      ['pâté|1|', 'pâtes|2|'],
    ],
    ['brand-split: keeps a brand with "&" in one piece (S08)', 'en', ["Ben & Jerry's"], ["Ben & Jerry's||"]],
    ['brand-split: keeps a dish with "&" in one piece (S09)', 'en', ['mac & cheese'], ['mac & cheese||']],
    ['amount-after-comma: reads an amount after a comma (S11)', 'en', ['milk, 2 l'], ['milk|2|l']],
    [
      'linking word between a fraction and its unit',
      'fr',
      ['3/4 de litre de crème', "1/4 d'once de safran", '1/2 de lait'],
      ['crème|0.75|l', 'safran|0.25|oz', 'lait|0.5|'],
    ],
    [
      'linking word between a dozen and its unit',
      'fr',
      ['une demi-douzaine de bouteilles de cidre', 'une douzaine de boîtes'],
      ['cidre|6|bouteille', 'boîtes|12|'],
    ],
    [
      'units of the United States',
      'en',
      ['1 gal milk', '2 qt stock', '8 fl oz cream', '3/4 of a pint of cider', 'half a gallon of juice'],
      ['milk|1|gal', 'stock|2|qt', 'cream|8|fl oz', 'cider|0.75|pint', 'juice|0.5|gal'],
    ],
    ['thousands: reads French thousands (S13)', 'fr', ['1 500 g de farine'], ['farine|1500|g']],
    ['thousands: reads English thousands (S15)', 'en', ['1,500 g flour'], ['flour|1500|g']],
    ['two-amounts: adds up two measures (S16)', 'en', ['1 kg 500 g potatoes'], ['potatoes|1.5|kg']],
    ['two-amounts: adds a fraction after "and" (S18)', 'en', ['1 and 1/2 cups flour'], ['flour|1.5|cup']],
    ['range-of-amounts: keeps a range in the name (S19)', 'en', ['2 - 3 onions'], ['2 - 3 onions||']],
    ['list-marks: leaves out the mark of a list (S20)', 'en', ['- [ ] milk'], ['milk||']],
    ['list-marks: leaves out the mark of a list (S22)', 'en', ['☐ milk'], ['milk||']],
    [
      'list-marks: leaves out a line whose box is ticked',
      'en',
      ['- [ ] milk\n- [x] bread\n☑ tea'],
      ['milk||'],
    ],
    ['fraction-after-name: reads a fraction after the name (S23)', 'en', ['milk 1/2 l'], ['milk|0.5|l']],
    [
      'fractions-unknown: reads a fraction that is one Unicode character (S25)',
      'en',
      ['⅓ cup honey'],
      ['honey|0.333|cup'],
    ],
    [
      'fractions-unknown: reads a fraction with the ending of its ordinal (S26)',
      'en',
      ['1/3rd cup honey'],
      ['honey|0.333|cup'],
    ],
    ['multiplied-after-name: multiplies after the name (S27)', 'en', ['pasta 2x500g'], ['pasta|1000|g']],
    ['words-cut: keeps a vague amount in the name (S29)', 'en', ['a few apples'], ['a few apples||']],
    ['words-cut: keeps a vague amount in the name (S30)', 'fr', ['un peu de persil'], ['un peu de persil||']],
    [
      'separator-left: leaves out the separator of an amount (S31)',
      'en',
      ['Chicken breast | 500g'],
      ['Chicken breast|500|g'],
    ],
    [
      'units-unknown: reads spoons (S33)',
      'en',
      ['1/4 teaspoon oregano', '3/4 tsp. oregano'],
      ['oregano|1|tsp'],
    ],
    ['percent: reads no amount in a percentage (S32)', 'fr', ['10 % de réduction'], ['10 % de réduction||']],
  ])('reads correctly what other planners read wrongly: %s', (_name, locale, texts, expected) =>
    expect(show(listOf(texts, locale))).toEqual(expected),
  );

  test.each<readonly [text: string, locale: Locale, expected: readonly string[]]>([
    ['une demi-baguette', 'fr', ['demi-baguette|1|']],
    ['une demi-livre de beurre', 'fr', ['beurre|0.5|lb']],
    ["un kilo et demi d'oranges", 'fr', ['oranges|1.5|kg']],
    ['3 dattes', 'fr', ['dattes|3|']],
    ['2 offal pies', 'en', ['offal pies|2|']],
    ['2 packs De Cecco', 'en', ['De Cecco|2|pack']],
    ['2 KG DE FARINE', 'fr', ['FARINE|2|kg']],
    ["2 l de l'huile d'olive", 'fr', ["huile d'olive|2|l"]],
    ["M&M's", 'en', ["M&M's||"]],
    ['mac and cheese', 'en', ['mac and cheese||']],
    ['fish & chips', 'en', ['fish & chips||']],
    ['milk & eggs', 'en', ['milk||', 'eggs||']],
    ['pain et beurre', 'fr', ['pain||', 'beurre||']],
    ['Marks and Spencer', 'en', ['Marks and Spencer||']],
    ['Tomates et mozzarella Galbani', 'fr', ['Tomates et mozzarella Galbani||']],
    ['lait, 2 l, pain', 'fr', ['lait|2|l', 'pain||']],
    ['milk, 2, eggs', 'en', ['milk|2|', 'eggs||']],
    ['bread, 6 rolls', 'en', ['bread||', 'rolls|6|']],
    ['wine: 2 bottles', 'en', ['wine|2|bottle']],
    ['flour - 1,5 kg', 'en', ['flour|1.5|kg']],
    ['1,500 kg de farine', 'fr', ['farine|1.5|kg']],
    ['0,500 kg flour', 'en', ['flour|0.5|kg']],
    ['2 250 g steaks', 'en', ['250 g steaks|2|']],
    ['1 200 g flour', 'en', ['1 200 g flour||']],
    ['flour 1 200 g', 'en', ['flour 1 200 g||']],
    ['1 kg 500 de pommes', 'fr', ['pommes|1.5|kg']],
    ["1 l 250 d'eau", 'fr', ['eau|1.25|l']],
    ['1 kg 50 de pommes', 'fr', ['1 kg 50 de pommes||']],
    ['1 kg 500 pommes', 'fr', ['1 kg 500 pommes||']],
    ['2 x 1 kg 500 de pommes', 'fr', ['2 x 1 kg 500 de pommes||']],
    ['1 kg 00 flour', 'en', ['00 flour|1|kg']],
    ['1 l 10 % cream', 'en', ['10 % cream|1|l']],
    ['2 l 7up', 'en', ['7up|2|l']],
    ['1 l ½ de lait', 'fr', ['lait|1.5|l']],
    ['2 tasses ½ de lait', 'fr', ['lait|2.5|tasse']],
    ['1 l 1/2 écrémé', 'fr', ['1 l 1/2 écrémé||']],
    ['un citron et demi', 'fr', ['citron|1.5|']],
    ['a lemon and a half', 'en', ['lemon|1.5|']],
    ['deux citrons et demi, lait', 'fr', ['citrons|2.5|', 'lait||']],
    ['une bouteille et demie', 'fr', ['bouteille|1.5|']],
    ['3 bouteilles et demie à lait', 'fr', ['bouteilles et demie à lait|3|']],
    ['2 kg de pommes et demi', 'fr', ['2 kg de pommes et demi||']],
    ['1 500 g de farine', 'fr', ['farine|1500|g']],
    ['6 × 1.5 l water', 'en', ['water|9|l']],
    ['water 6x1.5l', 'en', ['water|9|l']],
    ['eau 6 x 1,5 l', 'fr', ['eau|9|l']],
    ['4x4 tyres', 'en', ['4x4 tyres||']],
    ['3 x 7up', 'en', ['7up|3|']],
    ['2 XL shirts', 'en', ['XL shirts|2|']],
    ['500 g - 600 g beef', 'en', ['500 g - 600 g beef||']],
    ['1 kg to 2 kg potatoes', 'en', ['1 kg to 2 kg potatoes||']],
    ['potatoes 1 kg to 2 kg', 'en', ['potatoes 1 kg to 2 kg||']],
    ['beef 500 g - 600 g', 'en', ['beef 500 g - 600 g||']],
    ['2 kg-3 kg apples', 'en', ['2 kg-3 kg apples||']],
    ['500g–600g beef', 'en', ['500g–600g beef||']],
    ['500 g... 600 g beef', 'en', ['500 g... 600 g beef||']],
    ['flour 2 kg/3 kg', 'en', ['flour 2 kg/3 kg||']],
    ['flour | 2 kg to 3 kg', 'en', ['flour | 2 kg to 3 kg||']],
    ['2 x 500 g - 600 g beef', 'en', ['2 x 500 g - 600 g beef||']],
    ['2 bottles or 3 bottles wine', 'en', ['2 bottles or 3 bottles wine||']],
    ['sugar ½ - 1 cup', 'en', ['sugar ½ - 1 cup||']],
    ['1½–2 cups flour', 'en', ['1½–2 cups flour||']],
    ['two kg to three kg flour', 'en', ['two kg to three kg flour||']],
    ['milk, 1 l - 2 l', 'en', ['milk, 1 l - 2 l||']],
    ['milk, 2 l, or 3 l, eggs', 'en', ['milk, 2 l, or 3 l||', 'eggs||']],
    ['milk, about 2 l', 'en', ['milk, about 2 l||']],
    ['2 kg apples, 2-3 onions', 'en', ['apples|2|kg', '2-3 onions||']],
    ['bœuf 500 g à 600 g', 'fr', ['bœuf 500 g à 600 g||']],
    ["500 g jusqu'à 600 g de bœuf", 'fr', ["500 g jusqu'à 600 g de bœuf||"]],
    ["2 c. à soupe à 3 c. à soupe d'huile", 'fr', ["2 c. à soupe à 3 c. à soupe d'huile||"]],
    ['lait, 1,5 l ou 2 l', 'fr', ['lait, 1,5 l ou 2 l||']],
    ['pommes, entre 2 et 3 kg', 'fr', ['pommes, entre 2 et 3 kg||']],
    ['2 kg or more apples', 'en', ['2 kg or more apples||']],
    ['500 g ou plus de farine', 'fr', ['500 g ou plus de farine||']],
    ['un kilo ou deux de farine', 'fr', ['un kilo ou deux de farine||']],
    ['potatoes at least 2 kg', 'en', ['potatoes at least 2 kg||']],
    ['sac poubelle de 50 l', 'fr', ['sac poubelle de 50 l||']],
    ['onions 1 - 2x', 'en', ['onions 1 - 2x||']],
    ['2 kg - apples', 'en', ['apples|2|kg']],
    ['2 bottles - 7 Up', 'en', ['7 Up|2|bottle']],
    ['Kleenex 500 g', 'en', ['Kleenex|500|g']],
    ['Fruit & Nut', 'en', ['Fruit & Nut||']],
    ['fruit and nut', 'en', ['fruit and nut||']],
    ['Sugar & Spice', 'en', ['Sugar & Spice||']],
    ['2 Lemons & 3 Oranges', 'en', ['Lemons|2|', 'Oranges|3|']],
    ['Tomates & basilic', 'fr', ['Tomates||', 'basilic||']],
    ['10 000 g flour', 'en', ['flour|10000|g']],
    ['flour 10 000 g', 'en', ['flour|10000|g']],
    ['10 000 feuilles', 'fr', ['feuilles|10000|']],
    ['1 500 farine', 'fr', ['1 500 farine||']],
    ['12 345 flour', 'en', ['12 345 flour||']],
    ['2 100 sachets', 'fr', ['2 100 sachets||']],
    ['2 100W bulbs', 'en', ['100W bulbs|2|']],
    ['2 100% orange juice', 'en', ['100% orange juice|2|']],
    ['½ of a melon', 'en', ['melon|0.5|']],
    ['½ an onion', 'en', ['onion|0.5|']],
    ['1/4 of the cake', 'en', ['cake|0.25|']],
    ['half of a melon', 'en', ['melon|0.5|']],
    ['1/2 a pound of butter', 'en', ['butter|0.5|lb']],
    ['½ a dozen eggs', 'en', ['eggs|6|']],
    ["½ d'un melon", 'fr', ['melon|0.5|']],
    ['1/2 de pastèque', 'fr', ['pastèque|0.5|']],
    ['3 of each', 'en', ['3 of each||']],
    ['1000 island dressing', 'en', ['1000 island dressing||']],
    ['sauce, 1 000 îles', 'fr', ['sauce||', '1 000 îles||']],
    ['1664 blonde', 'fr', ['1664 blonde||']],
    ['7 grain bread', 'en', ['7 grain bread||']],
    ['2 minute noodles', 'en', ['2 minute noodles||']],
    ['2-3 oignons', 'fr', ['2-3 oignons||']],
    ['deux ou trois citrons', 'fr', ['deux ou trois citrons||']],
    ['onions 2 - 3 kg', 'en', ['onions 2 - 3 kg||']],
    ['2 to 3 lemons', 'en', ['2 to 3 lemons||']],
    ['2 cuillères à soupe de sucre', 'fr', ['sucre|2|c. à soupe']],
    ["1 c. à s. d'huile", 'fr', ['huile|1|c. à soupe']],
    ['3 càc de curry', 'fr', ['curry|3|c. à café']],
    ['2 tbsp soy sauce', 'en', ['soy sauce|2|tbsp']],
    ['¾ tasse de lait', 'fr', ['lait|0.75|tasse']],
    ['tomatoes (2 tins, 400 g)', 'en', ['tomatoes|2|can|400 g']],
    ['2 tins tomatoes (400 g)', 'en', ['tomatoes|2|can|400 g']],
    ['milk (organic)', 'en', ['milk (organic)||']],
    ['cheese (cheddar, mild), eggs', 'en', ['cheese (cheddar, mild)||', 'eggs||']],
    ['2 lb 4 oz beef', 'en', ['beef|2.25|lb']],
    ['3 can openers', 'en', ['can openers|3|']],
    ['2 pots à lait', 'fr', ['pots à lait|2|']],
    ['7 Up', 'en', ['7 Up||']],
    ['half fat milk', 'en', ['half fat milk||']],
    ['2 in 1 shampoo', 'en', ['2 in 1 shampoo||']],
    ['a couple of lemons', 'en', ['a couple of lemons||']],
    ['une dizaine de radis', 'fr', ['une dizaine de radis||']],
    ['100% orange juice', 'en', ['100% orange juice||']],
    ['dozens of eggs', 'en', ['dozens of eggs||']],
    ['1 - Milk\n2 - Bread\n3 – Eggs', 'en', ['Milk||', 'Bread||', 'Eggs||']],
    ['1 - Lait\n2 - 2 kg de farine\n', 'fr', ['Lait||', 'farine|2|kg']],
    ['1 - 2 onions\n2 - 3 lemons', 'en', ['1 - 2 onions||', '2 - 3 lemons||']],
    ['2 - Milk\n3 - Bread', 'en', ['Milk|2|', 'Bread|3|']],
    ['1 - Milk', 'en', ['Milk|1|']],
    ['1.5 l milk\n1.Bread\n\u200B\n① 2 eggs\n[-] tea', 'en', ['milk|1.5|l', 'Bread||', 'eggs|2|']],
    ['\uFEFF\t- [ ] milk\r\n1. 2 eggs\r\n2) bread\r3️⃣ jam', 'en', ['milk||', 'eggs|2|', 'bread||', 'jam||']],
  ])('reads the expected items from %j (%s)', (text, locale, expected) =>
    expect(show(listOf([text], locale))).toEqual(expected),
  );

  test.each<readonly [texts: readonly string[], expected: readonly string[]]>([
    [['⅓ cup sugar', '⅓ cup sugar', '⅓ cup sugar'], ['sugar|1|cup']],
    [['⅔ cup sugar', '⅔ cup sugar'], ['sugar|1.333|cup']],
    [['1/6 cup sugar', '1/3 cup sugar'], ['sugar|0.5|cup']],
    [['0.333 kg flour', '1 g flour'], ['flour|0.334|kg']],
  ])('adds up fractions without rounding errors: %j', (texts, expected) =>
    expect(show(listOf(texts, 'en'))).toEqual(expected),
  );

  const NAMES =
    'duck eggs|dumplings|desserts|dattes|offal|ofen chips|pâtés|pâtes|dés de jambon|deux-pièces|œufs|De Cecco|7up|' +
    'vitamine B12|lait 1%|Xérès|xylitol|onions|once|eau de rose|lard|g-string|kale|cans opener|un-oeuf|demi-sel|' +
    'dulce de leche|del monte|mache|oranges|à-côtés|ail|half fat milk|tea|thé|clotted cream|litchis';
  const AMOUNTS =
    '2 |500 g |1/2 l |1 500 g de |2x |2 x 500 g |½ |⅓ cup |a dozen |une douzaine de |3 boîtes de |1.5 kg of ';
  const AFTER = '| x2| (2)| 500 g| 1/2 l| 2x500g| | 2 l|, 2 l|: 3 kg';
  const nameOf = (text: string, locale: Locale) => readList(text, locale).map(({ name }) => name);

  test('never loses or changes a letter of the name when an item is added twice', () => {
    const letters = fc.constantFrom(...'deoufxlgkab '.split(''));
    const invented = fc
      .tuple(
        fc.constantFrom('d', 'de', 'du', 'of', 'x', 'l', 'kg', 'à', 'and', 'p'),
        fc.array(letters, { maxLength: 8 }),
      )
      .map(([start, more]) => `${start}q${more.join('')}z`.replaceAll(/ +/g, 'q'));
    const name = fc.oneof(fc.constantFrom(...NAMES.split('|')), invented);
    const [before, after] = [
      fc.constantFrom('', ...AMOUNTS.split('|')),
      fc.constantFrom(...AFTER.split('|')),
    ];
    fc.assert(
      fc.property(
        name,
        before,
        after,
        fc.constantFrom<Locale>('en', 'fr'),
        (thing, amount, behind, locale) => {
          const text = amount === '' ? `${thing}${behind}` : `${amount}${thing}`;
          const once = listOf([text], locale);
          const twice = listOf([text, text], locale);
          expect(once).toHaveLength(1);
          expect(twice).toHaveLength(1);
          for (const item of [...once, ...twice])
            expect(item.name.endsWith(thing) || item.name.startsWith(thing)).toBe(true);
          expect(twice[0]?.name).toBe(once[0]?.name);
          const quantity = once[0]?.quantity ?? null;
          if (quantity !== null) expect(twice[0]?.quantity).toBeCloseTo(2 * quantity, 2);
        },
      ),
      runs(3_000),
    );
  });

  test('never reads one half of a range of amounts as an amount', () => {
    const numbers = fc.constantFrom('2', '500', '1/2', '½', '1.5', '1 1/2', '10 000', 'two');
    const units = fc.constantFrom('', ' kg', ' g', ' bottles', ' tbsp', ' c. à soupe', ' bags');
    const links = fc.constantFrom(
      ' - ',
      '-',
      '–',
      ' to ',
      ' or ',
      ' ou ',
      ' à ',
      ' / ',
      '~',
      ' … ',
      ' until ',
    );
    fc.assert(
      fc.property(
        ...[numbers, units, links, numbers, units, fc.constantFrom('beef', 'zest', 'œufs')],
        ...[fc.constantFrom('before', 'after', 'comma'), fc.constantFrom<Locale>('en', 'fr')],
        (one, unit, link, other, otherUnit, name, place, locale) => {
          const range = `${one}${unit}${link}${other}${otherUnit}`;
          const isFraction = link === ' / ' && unit === '' && otherUnit === '';
          const isCompound = link === '-' && `${one}${other}`.includes('two');
          fc.pre(!isFraction && !isCompound);
          const text = { before: `${range} ${name}`, after: `${name} ${range}`, comma: `${name}, ${range}` }[
            place
          ];
          expect(show(listOf([text], locale))).toEqual([`${text}||`]);
        },
      ),
      runs(2_000),
    );
  });

  test('always gives names that are pieces of the typed text', () => {
    const pieces = fc.constantFrom(
      ...'1 2 ½ 1/3 500g kg of de d’ x × ( ) | : - and et & milk pâté , ; a une dozen %'.split(' '),
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 9 }),
        fc.constantFrom<Locale>('en', 'fr'),
        (parts, locale) => {
          const text = parts.join(' ');
          for (const name of nameOf(text, locale)) expect(text).toContain(name);
        },
      ),
      runs(3_000),
    );
  });
});
