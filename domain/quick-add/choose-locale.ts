import { findGrammar, isSupported, LANGUAGES } from './languages/index.js';
import { readText } from './parse.js';
import type { QuickAddContext } from './result.js';
import type { Token } from './tokens.js';

/**
 * Returns the language that recognises most of the text as words about dates, times, repetitions, people and other
 * fields. The default is `own`. Ranges in `context.ignore` are read here too, so that the language stays the same if
 * the user rejects a reading.
 *
 * - Recognised words count even if the language then reads nothing from the sentence, as in "every monday until
 *   Christmas 17:30". Otherwise another language would win that recognises only 17:30, and no warning would be shown.
 * - Letters decide, because "17:30" is the same in all languages. With equally many letters, all characters count.
 * - A language in which no title is left is not chosen ("demain" alone may be a title in any language).
 * - If quick add does not know `own`, another language must recognise a word that its neighbours do not share.
 */
export function chooseLocale(text: string, own: string, context: Omit<QuickAddContext, 'locale'>): string {
  const code = own.split(/[-_]/, 1)[0];
  const others = LANGUAGES.map((language) => language.code).filter((other) => other !== code);
  let [best, most] = [own, countEvidence(text, { ...context, locale: own })];
  for (const locale of others) {
    const evidence = countEvidence(text, { ...context, locale });
    const isStronger =
      evidence.letters > most.letters ||
      (evidence.letters === most.letters && evidence.characters > most.characters);
    if (isStronger && (evidence.hasOwnWord || isSupported(own))) [best, most] = [locale, evidence];
  }
  return best;
}

type Evidence = {
  /** How many letters the language recognises, or -1 if the text cannot be a task. */
  readonly letters: number;
  /** How many characters it recognises. */
  readonly characters: number;
  /** True if it recognises a word that no neighbouring language writes in the same way. */
  readonly hasOwnWord: boolean;
};

function countEvidence(text: string, context: QuickAddContext): Evidence {
  const { result, tokens, recognised } = readText(text, { ...context, ignore: [] });
  if (result.kind !== 'task' || result.task.title === '')
    return { letters: -1, characters: -1, hasOwnWord: false };
  const { language, sharedWords, phraseWords } = findGrammar(context.locale);
  const others = LANGUAGES.filter((other) => other !== language).map(({ code }) => findGrammar(code));
  // "Mon vélo" does not begin with a Monday: before a word, an article of another language is no evidence.
  const isArticle = ({ folded }: Token, at: number) =>
    isWord(tokens[at + 1]) && others.some(({ articles }) => articles.has(folded));
  // "6 déc" is no English date, although it is read as one.
  const isForeign = ({ text: word, folded }: Token) =>
    !language.hasAccents && phraseWords.has(folded) && ACCENT.test(word);
  const evidence = tokens.filter(
    (token, at) => recognised.has(at) && !isArticle(token, at) && !isForeign(token),
  );
  return {
    letters: evidence.reduce((sum, token) => sum + countLetters(token.text), 0),
    characters: evidence.reduce((sum, token) => sum + token.text.length, 0),
    hasOwnWord: evidence.some(
      ({ type, folded }) => type === 'word' && folded !== '' && !sharedWords.has(folded),
    ),
  };
}

/** A letter that is not one of a to z. */
const ACCENT = /(?![a-z])\p{L}|\p{M}/iu;

/** Markers such as `p4` are no words of the sentence. */
const isWord = (token: Token | undefined) => token?.type === 'word' && token.folded !== '';

const countLetters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '').length;
