/** Irregular plurals, which are not formed by adding "s", with their singulars. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ...withEnding(
    'es',
    'peach radish sandwich brush toothbrush box lunchbox mix fox wineglass dish squash match torch ' +
      'patch watch bunch lunch punch leech potato tomato mango bench branch inch pouch dress mattress ' +
      'bus gas lens iris hash rash wash relish starch hairbrush paintbrush toothwash flash virus',
  ),
  loaves: 'loaf',
  halves: 'half',
  leaves: 'leaf',
  knives: 'knife',
  shelves: 'shelf',
  aulx: 'ail',
  bocaux: 'bocal',
  journaux: 'journal',
};

const SINGULARS = new Set(Object.values(IRREGULAR));

/**
 * Words that end in "s" and are not shortened, because the word without "s" does not exist or means something else:
 * "pâtes" are pasta, "pâte" is dough.
 */
const NOT_FOLDED = new Set(
  (
    'pâtes pates moules ciseaux lunettes toilettes vacances échecs cours fils bras gras pois bois poids corps ' +
    'news means goods greens shorts tights briefs boxers pants jeans spirits spectacles arms customs mars lens ' +
    'gas glasses bass brass gris mets sens temps puits ananas hummus couscous asparagus'
  ).split(' '),
);

function withEnding(ending: string, words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.split(' ').map((word) => [`${word}${ending}`, word]));
}

/**
 * Returns a form that is equal for most words and their plurals, in English and French. The form is only used to
 * compare words. For example, "berry" becomes "berrie", because the singular of a word in "-ies" may end in
 * "-y" (berry) or "-ie" (cookie).
 */
export function singular(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || SINGULARS.has(word) || NOT_FOLDED.has(word)) return word;
  if (/(?:eau|eu|ou)x$/u.test(word)) return word.slice(0, -1);
  if (/[^aeiouy]y$/u.test(word)) return `${word.slice(0, -1)}ie`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
