import { compileGrammar, type Grammar } from '../grammar/grammar.js';
import { en } from './en.js';
import { fr } from './fr.js';
import type { Language } from './language.js';
import { unsupported } from './unsupported.js';

/** All languages. To add one, write its file and add it here. */
export const LANGUAGES: readonly Language[] = [en, fr];

const grammars = new Map<Language, Grammar>();

/**
 * Returns the grammar for `locale`. The grammar for a language that quick add does not know reads only ISO dates. A
 * grammar is compiled when it is first used.
 */
export function findGrammar(locale: string): Grammar {
  const language = findLanguage(locale) ?? unsupported;
  let grammar = grammars.get(language);
  if (grammar === undefined) grammars.set(language, (grammar = compileGrammar(language)));
  return grammar;
}

function findLanguage(locale: string): Language | undefined {
  const code = locale.split(/[-_]/, 1)[0]?.toLowerCase();
  return LANGUAGES.find((known) => known.code === code);
}

/** Returns true if quick add knows the language of `locale`. */
export const isSupported = (locale: string): boolean => findLanguage(locale) !== undefined;

export function isMonthFirst(language: Language, locale: string): boolean {
  return language.monthFirst.includes(locale.replace('_', '-'));
}
