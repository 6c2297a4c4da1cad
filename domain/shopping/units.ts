import { fold } from '../shared/fold.js';

/** Each with the ways in which it is written, without accents; measures first, then what things are packed in. */
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

/** The unit that the word is, in its one spelling; null when it is none. */
export function findUnit(word: string): string | null {
  return UNIT_OF.get(fold(word)) ?? null;
}

/** How many of the smallest of its kind one is. */
const MEASURES: Readonly<Record<string, { readonly kind: 'weight' | 'volume'; readonly size: number }>> = {
  mg: { kind: 'weight', size: 1 },
  g: { kind: 'weight', size: 1_000 },
  kg: { kind: 'weight', size: 1_000_000 },
  ml: { kind: 'volume', size: 1 },
  cl: { kind: 'volume', size: 10 },
  dl: { kind: 'volume', size: 100 },
  l: { kind: 'volume', size: 1_000 },
};

/** `quantity` of one unit in another; null when the two measure different things. */
export function converted(quantity: number, from: string | null, to: string | null): number | null {
  if (from === to) return quantity;
  const [one, other] = [MEASURES[from ?? ''], MEASURES[to ?? '']];
  if (one === undefined || other?.kind !== one.kind) return null;
  return (quantity * one.size) / other.size;
}
