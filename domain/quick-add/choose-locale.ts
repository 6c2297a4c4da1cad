import { findGrammar, isSupported, LANGUAGES } from './languages/index.js';
import { readText } from './parse.js';
import type { QuickAddContext } from './result.js';
import type { Token } from './tokens.js';

/**
 * Returns the language that recognises most of the text as words about dates, times, repetitions, people and other
 * fields. The default is `own`. Ranges in `context.ignore` are read here too, so that the language stays the same if
 * the user rejects a reading.
 *
 * - Phrases count even if the language then reads nothing from the sentence, as in "every monday until Christmas
 *   17:30". Otherwise another language would win that recognises only 17:30, and no warning would be shown.
 * - Single words that may have another meaning count only if the phrases of the languages have equally many letters, and
 *   if the text has no phrase with letters in `own`: in « gâteau au four à 17h30 », "four" is no English number.
 * - Letters decide, because "17:30" is the same in all languages. With equally many letters, all characters count.
 * - Another language in which no title is left is not chosen ("demain" alone may be a title in any language).
 * - If quick add does not know `own`, another language must recognise a word that its neighbours do not share.
 */
export function chooseLocale(text: string, own: string, context: Omit<QuickAddContext, 'locale'>): string {
  const code = own.split(/[-_]/, 1)[0];
  const others = LANGUAGES.map((language) => language.code).filter((other) => other !== code);
  let [best, most] = [own, findEvidence(text, { ...context, locale: own })];
  for (const locale of others) {
    const evidence = findEvidence(text, { ...context, locale });
    if (!evidence.hasTitle || !isStronger(evidence, most)) continue;
    if (evidence.hasOwnWord || isSupported(own)) [best, most] = [locale, evidence];
  }
  return best;
}

type Evidence = {
  /** False if the text cannot be a task, because it has no title or several sentences. */
  readonly hasTitle: boolean;
  /** How many letters of phrases the language recognises. */
  readonly inPhrases: number;
  /** How many letters it recognises. */
  readonly letters: number;
  /** How many characters it recognises. */
  readonly characters: number;
  /** True if it recognises a word that no neighbouring language writes in the same way. */
  readonly hasOwnWord: boolean;
};

function isStronger(evidence: Evidence, most: Evidence): boolean {
  if (evidence.inPhrases !== most.inPhrases) return evidence.inPhrases > most.inPhrases;
  if (most.inPhrases > 0) return false;
  if (evidence.letters !== most.letters) return evidence.letters > most.letters;
  return evidence.characters > most.characters;
}

function findEvidence(text: string, context: QuickAddContext): Evidence {
  const { result, tokens, recognised, inPhrases } = readText(text, { ...context, ignore: [] });
  const { language, sharedWords, phraseWords } = findGrammar(context.locale);
  const others = LANGUAGES.filter((other) => other !== language).map(({ code }) => findGrammar(code));
  // "Mon vélo" does not begin with a Monday: before a word, an article of another language is no evidence.
  const isArticle = ({ folded }: Token, at: number) =>
    isWord(tokens[at + 1]) && others.some(({ articles }) => articles.has(folded));
  // "6 déc" is no English date, although it is read as one.
  const isForeign = ({ text: word, folded }: Token) =>
    !language.hasAccents && phraseWords.has(folded) && ACCENT.test(word);
  const findTokens = (places: ReadonlySet<number>) =>
    tokens.filter((token, at) => places.has(at) && !isArticle(token, at) && !isForeign(token));
  const evidence = findTokens(recognised);
  return {
    hasTitle: result.kind === 'task' && result.task.title !== '',
    inPhrases: countLetters(findTokens(inPhrases)),
    letters: countLetters(evidence),
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

const countLetters = (tokens: readonly Token[]) =>
  tokens.reduce((sum, { text }) => sum + text.replaceAll(/[^\p{L}]/gu, '').length, 0);
