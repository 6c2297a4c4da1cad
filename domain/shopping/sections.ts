import type { Locale } from '../shared/locale.js';
import { nameKey, withoutAccents } from './name-key.js';

type Section = { readonly names: Readonly<Record<Locale, string>>; readonly words: string };

/**
 * The sections of a shop with the words for the things that they contain. A word matches every name that
 * contains it.
 */
const SECTIONS: readonly Section[] = [
  {
    names: { en: 'Frozen', fr: 'Surgelés' },
    words: 'frozen|surgelé|surgelée|ice cream|glace|sorbet|ice cube|glaçon|fish finger',
  },
  {
    names: { en: 'Baby', fr: 'Bébé' },
    words: 'diaper|nappy|couche|baby|bébé|formula|lait infantile|petit pot',
  },
  {
    names: { en: 'Pets', fr: 'Animaux' },
    words: 'cat food|dog food|litter|litière|croquette|pâtée|chien|chat',
  },
  {
    names: { en: 'Hygiene', fr: 'Hygiène' },
    words:
      'shampoo|shampoing|soap|savon|toothpaste|dentifrice|toothbrush|brosse à dents|deodorant|déodorant|tissue|mouchoir|' +
      'cotton|coton|razor|rasoir|shower gel|gel douche|toilet paper|papier toilette|pq|tampon|serviette',
  },
  {
    names: { en: 'Household', fr: 'Maison' },
    words:
      'detergent|lessive|bleach|javel|sponge|éponge|bin bag|sac poubelle|kitchen roll|sopalin|essuie tout|' +
      'dish soap|liquide vaisselle|bulb|ampoule|battery|pile|foil|aluminium|baking paper|papier cuisson|candle|bougie',
  },
  {
    names: { en: 'Drinks', fr: 'Boissons' },
    words:
      'water|eau|juice|jus|beer|bière|wine|vin|cola|coke|coca|soda|lemonade|limonade|cider|cidre|tea|thé|coffee|' +
      'café|tisane|sirop|champagne',
  },
  {
    names: { en: 'Bakery', fr: 'Boulangerie' },
    words: 'bread|pain|baguette|brioche|croissant|bun|bagel|roll|toast|biscotte|tortilla|cake|gâteau|tarte',
  },
  {
    names: { en: 'Meat and fish', fr: 'Viandes et poissons' },
    words:
      'chicken|poulet|beef|boeuf|pork|porc|ham|jambon|bacon|lardon|sausage|saucisse|mince|steak|turkey|dinde|lamb|' +
      'agneau|veal|veau|fish|poisson|salmon|saumon|tuna|thon|cod|cabillaud|shrimp|prawn|crevette|meat|viande|saucisson|pâté|rillettes|terrine',
  },
  {
    names: { en: 'Dairy and eggs', fr: 'Crèmerie et œufs' },
    words:
      'milk|lait|butter|beurre|cheese|fromage|yogurt|yoghurt|yaourt|cream|crème|egg|œuf|mozzarella|parmesan|feta|' +
      'gruyère|comté|camembert|emmental|ricotta|mascarpone|skyr',
  },
  {
    names: { en: 'Fruit and vegetables', fr: 'Fruits et légumes' },
    words:
      'apple|pomme|pear|poire|banana|banane|orange|lemon|citron|lime|grape|raisin|strawberry|fraise|raspberry|' +
      'framboise|cherry|cerise|peach|pêche|apricot|abricot|melon|pineapple|ananas|mango|mangue|kiwi|avocado|avocat|' +
      'tomato|tomate|potato|pomme de terre|onion|oignon|garlic|ail|carrot|carotte|leek|poireau|lettuce|salade|' +
      'spinach|épinard|cucumber|concombre|courgette|zucchini|pepper|poivron|aubergine|eggplant|mushroom|champignon|' +
      'broccoli|brocoli|cauliflower|chou|cabbage|bean|haricot|pea|petits pois|celery|céleri|radish|radis|ginger|' +
      'gingembre|parsley|persil|basil|basilic|coriander|coriandre|mint|menthe|shallot|échalote|fruit|légume|vegetable',
  },
  {
    names: { en: 'Groceries', fr: 'Épicerie' },
    words:
      'flour|farine|sugar|sucre|salt|sel|rice|riz|pasta|pâtes|pâte|spaghetti|oil|huile|vinegar|vinaigre|mustard|moutarde|' +
      'poivre|ketchup|mayonnaise|mayo|jam|confiture|honey|miel|cereal|céréale|muesli|oat|avoine|chocolate|chocolat|biscuit|cookie|' +
      'crisp|chip|nut|noix|almond|amande|lentil|lentille|chickpea|pois chiche|couscous|semoule|quinoa|soup|soupe|' +
      'stock|bouillon|spice|épice|yeast|levure|cocoa|cacao|olive|sauce|nutella|candy|sweet|bonbon',
  },
];

type Word = readonly [key: string, section: Section];

/** Longer words come first, so that "pomme de terre" (potato) is not matched by "pomme" (apple). */
const WORDS: readonly Word[] = SECTIONS.flatMap((section) =>
  section.words.split('|').map((word): Word => [nameKey(word), section]),
).toSorted(([a], [b]) => b.length - a.length);
const WORDS_WITHOUT_ACCENTS = WORDS.map(([key, section]): Word => [withoutAccents(key), section]);

/**
 * Returns the words to compare a key with. If the key has no accents, the words without their accents are
 * included too.
 */
function wordsFor(key: string): readonly Word[] {
  return key === withoutAccents(key) ? [...WORDS, ...WORDS_WITHOUT_ACCENTS] : WORDS;
}

/**
 * Returns the section of the shop in which an item with that name is probably found. Returns null if it is
 * unknown. Only whole words match: "gâteau" does not contain the word "eau".
 */
export function findSection(name: string, locale: Locale): string | null {
  const key = nameKey(name);
  const found = wordsFor(key).find(([word]) => ` ${key} `.includes(` ${word} `));
  return found?.[1].names[locale] ?? null;
}

const ARTICLE = /^(?:the|some|le|la|les|du|des|de la) |^(?:de )?l['’]/iu;

/** Returns true if the name, without its article, is one of the words in SECTIONS. */
export function isKnownItem(name: string): boolean {
  const key = nameKey(name.replace(ARTICLE, ''));
  return wordsFor(key).some(([word]) => word === key);
}
