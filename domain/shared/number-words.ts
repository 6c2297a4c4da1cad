/** Maps each word to its number, counting from `first`: `count('one two')` gives `{ one: 1, two: 2 }`. */
export function count(words: string, first = 1): Readonly<Record<string, number>> {
  return Object.fromEntries(words.split(' ').map((word, place) => [word, first + place]));
}

export const ONE_TO_TWELVE = {
  en: { a: 1, an: 1, ...count('one two three four five six seven eight nine ten eleven twelve') },
  fr: { une: 1, ...count('un deux trois quatre cinq six sept huit neuf dix onze douze') },
};
