import type { Locale } from '../households/household.js';
import { nameKey } from './name-key.js';

type Section = { readonly names: Readonly<Record<Locale, string>>; readonly words: string };

/** The parts of a shop, with what is found there; a word stands for all names that contain it. */
const SECTIONS: readonly Section[] = [
  {
    names: { en: 'Frozen', fr: 'Surgelés' },
    words: 'frozen|surgele|surgelee|ice cream|glace|sorbet|ice cube|glacon|fish finger',
  },
  {
    names: { en: 'Baby', fr: 'Bébé' },
    words: 'diaper|nappy|couche|baby|bebe|formula|lait infantile|petit pot',
  },
  {
    names: { en: 'Pets', fr: 'Animaux' },
    words: 'cat food|dog food|litter|litiere|croquette|patee|chien|chat',
  },
  {
    names: { en: 'Hygiene', fr: 'Hygiène' },
    words:
      'shampoo|shampoing|soap|savon|toothpaste|dentifrice|toothbrush|brosse a dent|deodorant|tissue|mouchoir|' +
      'cotton|coton|razor|rasoir|shower gel|gel douche|toilet paper|papier toilette|pq|tampon|serviette',
  },
  {
    names: { en: 'Household', fr: 'Maison' },
    words:
      'detergent|lessive|bleach|javel|sponge|eponge|bin bag|sac poubelle|kitchen roll|sopalin|essuie tout|' +
      'dish soap|liquide vaisselle|bulb|ampoule|battery|pile|foil|aluminium|baking paper|papier cuisson|candle|bougie',
  },
  {
    names: { en: 'Drinks', fr: 'Boissons' },
    words:
      'water|eau|juice|jus|beer|biere|wine|vin|cola|coke|coca|soda|lemonade|limonade|cider|cidre|tea|the|coffee|' +
      'cafe|tisane|sirop|champagne',
  },
  {
    names: { en: 'Bakery', fr: 'Boulangerie' },
    words: 'bread|pain|baguette|brioche|croissant|bun|bagel|roll|toast|biscotte|tortilla|cake|gateau|tarte',
  },
  {
    names: { en: 'Meat and fish', fr: 'Viandes et poissons' },
    words:
      'chicken|poulet|beef|boeuf|pork|porc|ham|jambon|bacon|lardon|sausage|saucisse|mince|steak|turkey|dinde|lamb|' +
      'agneau|veal|veau|fish|poisson|salmon|saumon|tuna|thon|cod|cabillaud|shrimp|prawn|crevette|meat|viande|saucisson',
  },
  {
    names: { en: 'Dairy and eggs', fr: 'Crèmerie et œufs' },
    words:
      'milk|lait|butter|beurre|cheese|fromage|yogurt|yoghurt|yaourt|cream|creme|egg|oeuf|mozzarella|parmesan|feta|' +
      'gruyere|comte|camembert|emmental|ricotta|mascarpone|skyr',
  },
  {
    names: { en: 'Fruit and vegetables', fr: 'Fruits et légumes' },
    words:
      'apple|pomme|pear|poire|banana|banane|orange|lemon|citron|lime|grape|raisin|strawberry|fraise|raspberry|' +
      'framboise|cherry|cerise|peach|peche|apricot|abricot|melon|pineapple|ananas|mango|mangue|kiwi|avocado|avocat|' +
      'tomato|tomate|potato|pomme de terre|onion|oignon|garlic|ail|carrot|carotte|leek|poireau|lettuce|salade|' +
      'spinach|epinard|cucumber|concombre|courgette|zucchini|pepper|poivron|aubergine|eggplant|mushroom|champignon|' +
      'broccoli|brocoli|cauliflower|chou|cabbage|bean|haricot|pea|petit poi|celery|celeri|radish|radi|ginger|' +
      'gingembre|parsley|persil|basil|basilic|coriander|coriandre|mint|menthe|shallot|echalote|fruit|legume|vegetable',
  },
  {
    names: { en: 'Groceries', fr: 'Épicerie' },
    words:
      'flour|farine|sugar|sucre|salt|sel|rice|riz|pasta|pate|spaghetti|oil|huile|vinegar|vinaigre|mustard|moutarde|' +
      'ketchup|mayonnaise|mayo|jam|confiture|honey|miel|cereal|muesli|oat|avoine|chocolate|chocolat|biscuit|cookie|' +
      'crisp|chip|nut|noix|almond|amande|lentil|lentille|chickpea|poi chiche|couscous|semoule|quinoa|soup|soupe|' +
      'stock|bouillon|spice|epice|yeast|levure|cocoa|cacao|olive|sauce|nutella|candy|sweet|bonbon',
  },
];

/** Whole words only: "eau" is not in "gâteau". Of two words the longer decides: "pomme de terre" is no apple. */
const WORDS: readonly (readonly [key: string, section: Section])[] = SECTIONS.flatMap((section) =>
  section.words.split('|').map((word) => [nameKey(word), section] as const),
).toSorted(([a], [b]) => b.length - a.length);

/** The part of the shop in which something of that name is likely found; null when it is not known. */
export function findSection(name: string, locale: Locale): string | null {
  const key = ` ${nameKey(name)} `;
  const found = WORDS.find(([word]) => key.includes(` ${word} `));
  return found?.[1].names[locale] ?? null;
}
