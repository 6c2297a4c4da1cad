import { fold } from '../shared/normal-form.js';

/**
 * Each unit with all its spellings, without accents, dots and spaces. Units of measure come first, then
 * packaging.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  mg: ['mg'],
  g: ['g', 'gr', 'gram', 'grams', 'gramme', 'grammes'],
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramme', 'kilogrammes'],
  ml: ['ml', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
  cl: ['cl', 'centilitre', 'centilitres'],
  dl: ['dl', 'decilitre', 'decilitres'],
  l: ['l', 'litre', 'litres', 'liter', 'liters'],
  lb: ['lb', 'lbs', 'pound', 'pounds', 'livre', 'livres'],
  oz: ['oz', 'ounce', 'ounces', 'once', 'onces'],
  pint: ['pint', 'pints'],
  'fl oz': ['floz', 'fluidounce', 'fluidounces'],
  qt: ['qt', 'qts'],
  gal: ['gal', 'gals', 'gallon', 'gallons'],
  tsp: ['tsp', 'tsps', 'teaspoon', 'teaspoons', 'teaspoonful', 'teaspoonfuls'],
  tbsp: ['tbsp', 'tbsps', 'tablespoon', 'tablespoons', 'tablespoonful', 'tablespoonfuls'],
  cup: ['cup', 'cups'],
  'c. à café': [
    ...['cac', 'cacafe', 'cuilacafe', 'cuillereacafe', 'cuilleresacafe', 'cuillereeacafe', 'cuillereesacafe'],
    ...['cuillereathe', 'cuilleresathe'],
  ],
  'c. à soupe': [
    ...['cas', 'casoupe', 'cuilasoupe', 'cuillereasoupe', 'cuilleresasoupe', 'cuillereeasoupe'],
    ...['cuillereesasoupe'],
  ],
  tasse: ['tasse', 'tasses'],
  pinch: ['pinch', 'pinches'],
  pincée: ['pincee', 'pincees'],
  handful: ['handful', 'handfuls'],
  poignée: ['poignee', 'poignees'],
  pack: ['pack', 'packs', 'packet', 'packets'],
  paquet: ['paquet', 'paquets', 'pqt'],
  bottle: ['bottle', 'bottles'],
  bouteille: ['bouteille', 'bouteilles'],
  can: ['can', 'cans', 'tin', 'tins'],
  boîte: ['boite', 'boites', 'conserve', 'conserves'],
  canette: ['canette', 'canettes'],
  bag: ['bag', 'bags'],
  sac: ['sac', 'sacs'],
  sachet: ['sachet', 'sachets'],
  box: ['box', 'boxes'],
  jar: ['jar', 'jars'],
  pot: ['pot', 'pots'],
  brique: ['brique', 'briques'],
  carton: ['carton', 'cartons'],
  slice: ['slice', 'slices'],
  tranche: ['tranche', 'tranches'],
  bunch: ['bunch', 'bunches'],
  botte: ['botte', 'bottes'],
  loaf: ['loaf', 'loaves'],
  tube: ['tube', 'tubes'],
  roll: ['roll', 'rolls'],
  rouleau: ['rouleau', 'rouleaux'],
  tablette: ['tablette', 'tablettes'],
  plaquette: ['plaquette', 'plaquettes'],
  barquette: ['barquette', 'barquettes'],
  gousse: ['gousse', 'gousses'],
  clove: ['clove', 'cloves'],
};

const UNIT_OF = new Map(Object.entries(WORDS).flatMap(([unit, words]) => words.map((word) => [word, unit])));

/** The maximum number of words in the spelling of a unit: "cuillère à soupe" has three. */
const MAX_WORDS = 3;

/** Matches one word of a unit, which may be abbreviated: "c.à.s.". */
const WORD = String.raw`\p{L}+(?:\.\p{L}+)*\.?`;

export type ReadUnit = {
  /** The unit in the spelling that is stored. */
  readonly unit: string;
  /** The number of characters of the text that belong to the unit. */
  readonly length: number;
};

/**
 * Returns the unit at the start of `text`, such as `kg`, `tsp.` or `cuillères à soupe`. Returns null if there
 * is none.
 */
export function readUnit(text: string): ReadUnit | null {
  for (let words = MAX_WORDS; words > 0; words--) {
    const found = new RegExp(`^${WORD}(?: ${WORD}){${words - 1}}`, 'u').exec(text)?.[0];
    if (found === undefined || /^(?:[\p{N}\p{M}'’]|-(?!\p{N}))/u.test(text.slice(found.length))) continue;
    const unit = UNIT_OF.get(fold(found).replaceAll(/[. ]/g, ''));
    if (unit !== undefined) return { unit, length: found.length };
  }
  return null;
}

type Measure = { readonly kind: 'weight' | 'volume' | 'pounds'; readonly size: number };

/** The size of each unit in multiples of the smallest unit of its kind. */
const MEASURES: Readonly<Record<string, Measure>> = {
  mg: { kind: 'weight', size: 1 },
  g: { kind: 'weight', size: 1_000 },
  kg: { kind: 'weight', size: 1_000_000 },
  ml: { kind: 'volume', size: 1 },
  cl: { kind: 'volume', size: 10 },
  dl: { kind: 'volume', size: 100 },
  l: { kind: 'volume', size: 1_000 },
  oz: { kind: 'pounds', size: 1 },
  lb: { kind: 'pounds', size: 16 },
};

/**
 * Units that are only units of measure. Other units may also be the thing to buy: "2 bags" may mean two bags,
 * and "2 livres" two books.
 */
const ONLY_MEASURES = new Set([
  'mg',
  'g',
  'kg',
  'ml',
  'cl',
  'dl',
  'l',
  'oz',
  'fl oz',
  'qt',
  'gal',
  'tsp',
  'tbsp',
  'c. à café',
  'c. à soupe',
]);

export const isOnlyMeasure = (unit: string): boolean => ONLY_MEASURES.has(unit);

/** Returns the quantity converted to another unit, or null if the two units measure different things. */
export function convertQuantity(quantity: number, from: string | null, to: string | null): number | null {
  if (from === to) return quantity;
  const [one, other] = [MEASURES[from ?? ''], MEASURES[to ?? '']];
  if (one === undefined || other?.kind !== one.kind) return null;
  return (quantity * one.size) / other.size;
}
